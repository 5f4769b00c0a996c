#include "version.h"

const char *touchreel_commit(void) { return TOUCHREEL_COMMIT; }
