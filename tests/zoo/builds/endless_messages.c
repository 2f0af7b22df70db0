/* A message from each of 2^40 inclusions. */
#pragma message("a word that is said again and again")
#if __INCLUDE_LEVEL__ < 40
#include __FILE__
#include __FILE__
#endif
