// Draws many short strokes with the mouse of an X server (XTEST), all over a rectangle.
//   strokes X Y WIDTH HEIGHT COUNT [SEED [INTERVAL]]   SEED says where they lie; INTERVAL is that of their samples, in microseconds
#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { samples = 16 };

static void pause_us(long us) {
  struct timespec span = {0, us * 1000};
  nanosleep(&span, NULL);
}

int main(int count, char **words) {
  if (count < 6) return 64;
  const int x = atoi(words[1]), y = atoi(words[2]), width = atoi(words[3]), height = atoi(words[4]);
  const long interval = count > 7 ? atol(words[7]) : 200;
  Display *display = XOpenDisplay(NULL);
  if (!display) return 1;
  unsigned state = count > 6 ? (unsigned)atoi(words[6]) : 1;
  for (int stroke = 0; stroke < atoi(words[5]); stroke++) {
    state = state * 1664525 + 1013904223;
    const double left = x + 40 + (state >> 8) % (width - 80);
    state = state * 1664525 + 1013904223;
    const double top = y + 40 + (state >> 8) % (height - 80);
    for (int sample = 0; sample < samples; sample++) {
      const double angle = sample * 0.4;
      XTestFakeMotionEvent(
          display, -1, (int)(left + 2 * sample * cos(angle)), (int)(top + 2 * sample * sin(angle)), 0);
      if (sample == 0) XTestFakeButtonEvent(display, 1, 1, 0);
      XFlush(display);
      pause_us(interval);
    }
    XTestFakeButtonEvent(display, 1, 0, 0);
    XSync(display, 0);
    pause_us(500);
  }
  return 0;
}
