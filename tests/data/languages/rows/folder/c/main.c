#include <stdio.h>
#include "lib/twice.h"
int main(void){printf("%d\n",twice(500000));}
