#include <iostream>
int main(){for(;;)std::cout<<"xxxxxxxxxxxxxxxx\n";}
