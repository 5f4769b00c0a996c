/// Runs workloads with other people's libraries: a request a line on standard input, the nanoseconds (and a number that
/// belongs to them) as the answer. Its argument is the folder of the workloads' data; a request after it is the only one,
/// for a process of its own.
#include "peers.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static double *read_doubles(const char *name, long *count) {
  FILE *file = fopen(name, "rb");
  if (file == NULL) exit(1);
  fseek(file, 0, SEEK_END);
  *count = ftell(file) / (long)sizeof(double);
  rewind(file);
  double *values = malloc((size_t)*count * sizeof *values);
  if (values == NULL || fread(values, sizeof *values, (size_t)*count, file) != (size_t)*count) exit(1);
  fclose(file);
  return values;
}

drawing read_drawing(const char *name) {
  long count;
  const double *values = read_doubles(name, &count);
  drawing drawing = {.count = (int)*values++};
  drawing.strokes = calloc((size_t)drawing.count, sizeof *drawing.strokes);
  for (int i = 0; i < drawing.count; i++) {
    drawing.strokes[i] = (stroke){values[0], values[1], values[2], values[3], (int)values[4], values + 5};
    values += 5 + 2 * drawing.strokes[i].count;
  }
  return drawing;
}

static int64_t draw(const char *request) {
  static drawing ink, stroke, edges;
  if (ink.count == 0) {
    ink = read_drawing("ink.strokes");
    stroke = read_drawing("long.strokes");
    edges = read_drawing("edges.strokes");
  }
  if (!strcmp(request, "Cairo w1")) return cairo_whole(&ink, 1920, 1080);
  if (!strcmp(request, "Cairo w2")) return cairo_live(&ink, 1920, 1080);
  if (!strcmp(request, "Cairo again 1080p")) return cairo_again(&stroke, 1920, 1080);
  if (!strcmp(request, "Cairo again 4K")) return cairo_again(&stroke, 3840, 2160);
  if (!strcmp(request, "Cairo edges whole")) return cairo_coverage(&edges, 160, 0, "Cairo.whole"), 0;
  if (!strcmp(request, "Cairo edges live")) return cairo_coverage(&edges, 160, 1, "Cairo.live"), 0;
  return -1;
}

static int64_t perform(const char *request, long *number) {
  if (!strcmp(request, "libpng png")) return png_write("ink.bgra", 1920, 1080, number);
  if (!strcmp(request, "libevemu import")) return evemu_events("s60.evemu", number);
  if (!strcmp(request, "libevdev import")) return evdev_events("s60.raw24", number);
  return draw(request);
}

static int perform_only(const char *library, const char *task) {
  char request[100];
  long number;
  snprintf(request, sizeof request, "%s %s", library, task);
  return perform(request, &number) < 0;
}

int main(int count, char **arguments) {
  if ((count != 2 && count != 4) || chdir(arguments[1]) != 0) return 1;
  if (count == 4) return perform_only(arguments[2], arguments[3]);
  char line[100];
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = 0;
    long number = 0;
    int64_t elapsed = perform(line, &number);
    printf("%lld %ld\n", (long long)elapsed, number);
    fflush(stdout);
  }
}
