// One set of the pixel kernels; included once per instruction set, with SET(name) naming its functions.
#include "area.h"
#include "composite.h"
#include "outline.h"

#include "cover.h"
