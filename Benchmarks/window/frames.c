// Preloaded into a GTK program: when it begins to put frames together, as microseconds in the file that FRAMES names.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { limit = 1 << 16 };
// Blocks of one frame follow each other at once, frames do not.
static const long long pause_us = 7000;

static long long begins[limit];
static int count;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static void leave(void) {
  const char *name = getenv("FRAMES");
  FILE *file = name ? fopen(name, "w") : NULL;
  if (!file) return;
  for (int place = 0; place < count; place++) fprintf(file, "%lld\n", begins[place]);
  fclose(file);
}

void gtk_snapshot_append_node(void *snapshot, void *node) {
  static void (*original)(void *, void *);
  if (!original) {
    original = (void (*)(void *, void *))dlsym(RTLD_NEXT, "gtk_snapshot_append_node");
    atexit(leave);
  }
  long long time = now();
  if (count < limit && (count == 0 || time - begins[count - 1] > pause_us)) begins[count++] = time;
  original(snapshot, node);
}
