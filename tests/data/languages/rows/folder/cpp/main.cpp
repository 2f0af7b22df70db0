#include <iostream>
#include "lib/twice.h"
int main(){std::cout<<twice(500000)<<"\n";}
