#ifndef TOUCHREEL_VERSION_H
#define TOUCHREEL_VERSION_H

/// The commit that the program was built from, as `git describe` abbreviates it; empty if the build was not told.
const char *touchreel_commit(void);

#endif
