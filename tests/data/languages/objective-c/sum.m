#import <objc/Object.h>
#include <stdio.h>

@interface Sum : Object
+ (int)of:(int)a and:(int)b;
@end

@implementation Sum
+ (int)of:(int)a and:(int)b {
    return a + b;
}
@end

int main(void) {
    int a, b;
    if (scanf("%d %d", &a, &b) != 2) return 1;
    printf("%d\n", [Sum of:a and:b]);
}
