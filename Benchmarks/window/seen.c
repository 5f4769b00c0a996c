// Waits until a rectangle of an X server's screen shows a picture: more pixels other than white than it has without one, and fewer than a
// ground. Prints for how long it waited.
//   seen X Y WIDTH HEIGHT MORE FEWER
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static int count_ink(Display *display, int x, int y, unsigned width, unsigned height) {
  XImage *image = XGetImage(display, DefaultRootWindow(display), x, y, width, height, AllPlanes, ZPixmap);
  int ink = 0;
  for (unsigned row = 0; row < height; row++) {
    for (unsigned column = 0; column < width; column++) ink += (XGetPixel(image, (int)column, (int)row) & 0xffffff) != 0xffffff;
  }
  XDestroyImage(image);
  return ink;
}

int main(int count, char **words) {
  if (count < 7) return 64;
  const double start = now();
  Display *display = XOpenDisplay(NULL);
  if (!display) return 1;
  const int more = atoi(words[5]), fewer = atoi(words[6]);
  while (now() < start + 600e3) {
    const int ink = count_ink(display, atoi(words[1]), atoi(words[2]), (unsigned)atoi(words[3]), (unsigned)atoi(words[4]));
    if (ink > more && ink < fewer) return printf("%.0f ms\n", now() - start), 0;
    nanosleep(&(struct timespec){0, 5000000}, NULL);
  }
  return puts("never"), 1;
}
