// Draws strokes with the mouse of an X server (XTEST), and reads from its screen (XShm) when their ink is seen.
//   latency X Y WIDTH HEIGHT [STROKES [RATE]]
// The strokes run from left to right in the rectangle, one below the other. For each sample it reports the time from
// sending the event until
//   - the first pixel that the event can change has changed: 0.4 of the way from the sample before, which also a
//     stroke that is curved from midpoint to midpoint has reached;
//   - the pixel under the sample has changed, which is where the pen is.
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/XTest.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <time.h>

enum { step = 6, band = 16, margin = 8, limit = 1 << 16 };

static Display *display;
static XImage *image;
static XShmSegmentInfo segment;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void rest_until(double time) {
  double left = time - now();
  if (left <= 0) return;
  struct timespec span = {(time_t)(left / 1e3), (long)((left - 1e3 * (time_t)(left / 1e3)) * 1e6)};
  nanosleep(&span, NULL);
}

static void look(int x, int y) { XShmGetImage(display, DefaultRootWindow(display), image, x, y, AllPlanes); }

static int differs(const unsigned char *before, int x, int y) {
  for (int row = y - 1; row <= y + 1; row++) {
    for (int column = x - 1; column <= x + 1; column++) {
      const int place = row * image->bytes_per_line + 4 * column;
      for (int channel = 0; channel < 3; channel++) {
        if (abs((unsigned char)image->data[place + channel] - before[place + channel]) > 40) return 1;
      }
    }
  }
  return 0;
}

typedef struct {
  double values[limit];
  int count, missed;
} series;

static series first, under;

static void note(series *series, double value) {
  if (series->count < limit) series->values[series->count++] = value;
}

static int compare(const void *a, const void *b) {
  double difference = *(const double *)a - *(const double *)b;
  return (difference > 0) - (difference < 0);
}

static void report(const char *name, series *series) {
  qsort(series->values, series->count, sizeof(double), compare);
  if (series->count == 0) {
    printf("%s: never seen\n", name);
    return;
  }
  printf(
      "%s: %.1f ms at the median, %.1f at the 99th percentile, %d of %d samples\n", name,
      series->values[series->count / 2], series->values[series->count * 99 / 100], series->count,
      series->count + series->missed);
}

// Ink of each sample is awaited while the next ones are sent.
static void follow(int x, int y, int samples, double interval, const unsigned char *before, int *updates, double *shown) {
  double sent[samples];
  char is_first_seen[samples], is_seen[samples];
  memset(is_first_seen, 0, samples);
  memset(is_seen, 0, samples);
  unsigned char *last = malloc(image->bytes_per_line * band);
  memcpy(last, before, image->bytes_per_line * band);
  int count = 1;
  sent[0] = now();
  const double start = sent[0];
  while (count < samples || now() < sent[samples - 1] + 250) {
    if (count < samples && now() >= start + count * interval) {
      XTestFakeMotionEvent(display, -1, x + count * step, y, 0);
      XFlush(display);
      sent[count++] = now();
    }
    look(x - margin, y - band / 2);
    const double time = now();
    if (count < samples && memcmp(last, image->data, image->bytes_per_line * band)) {
      memcpy(last, image->data, image->bytes_per_line * band);
      ++*updates;
    }
    for (int sample = 2; sample < count; sample++) {
      const int end = margin + sample * step;
      if (!is_first_seen[sample] && differs(before, end - step + step * 2 / 5, band / 2)) {
        is_first_seen[sample] = 1;
        note(&first, time - sent[sample]);
      }
      if (!is_seen[sample] && differs(before, end, band / 2)) {
        is_seen[sample] = 1;
        note(&under, time - sent[sample]);
      }
    }
    rest_until(now() + 0.2);
  }
  *shown += sent[samples - 1] - start;
  for (int sample = 2; sample < samples; sample++) {
    first.missed += !is_first_seen[sample];
    under.missed += !is_seen[sample];
  }
  free(last);
}

int main(int count, char **words) {
  if (count < 5) return 64;
  const int x = atoi(words[1]), y = atoi(words[2]), width = atoi(words[3]), height = atoi(words[4]);
  const int strokes = count > 5 ? atoi(words[5]) : 20;
  const double interval = 1e3 / (count > 6 ? atof(words[6]) : 120);
  display = XOpenDisplay(NULL);
  if (!display) return 1;
  const int screen = DefaultScreen(display);
  image = XShmCreateImage(
      display, DefaultVisual(display, screen), DefaultDepth(display, screen), ZPixmap, NULL, &segment,
      width + 2 * margin, band);
  segment.shmid = shmget(IPC_PRIVATE, image->bytes_per_line * image->height, IPC_CREAT | 0600);
  segment.shmaddr = image->data = shmat(segment.shmid, NULL, 0);
  XShmAttach(display, &segment);
  XSync(display, 0);
  shmctl(segment.shmid, IPC_RMID, NULL);

  unsigned char *before = malloc(image->bytes_per_line * band);
  const int samples = width / step;
  int updates = 0;
  double shown = 0;
  for (int stroke = 0; stroke < strokes; stroke++) {
    const int row = y + band / 2 + stroke * (height - band) / strokes;
    XTestFakeMotionEvent(display, -1, x, row, 0);
    XFlush(display);
    rest_until(now() + 400);
    look(x - margin, row - band / 2);
    memcpy(before, image->data, image->bytes_per_line * band);
    XTestFakeButtonEvent(display, 1, 1, 0);
    XFlush(display);
    rest_until(now() + 8);
    follow(x, row, samples, interval, before, &updates, &shown);
    XTestFakeButtonEvent(display, 1, 0, 0);
    XSync(display, 0);
  }
  report("first change", &first);
  report("under the pen", &under);
  printf("%.1f updates a second of %.0f\n", updates * 1e3 / shown, 1e3 / interval);
  return 0;
}
