// Writes raw events of Linux (24 bytes each) again and again, at later and later times, as a device would that is drawn on all day.
//   repeat FILE SECONDS
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct event {
  int64_t seconds, microseconds;
  uint16_t type, code;
  int32_t value;
};

static int64_t time_of(const struct event *event) { return event->seconds * 1000000 + event->microseconds; }

static void shift(struct event *event, int64_t way) {
  int64_t time = time_of(event) + way;
  event->seconds = time / 1000000;
  event->microseconds = time % 1000000;
}

static int write_all(const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(STDOUT_FILENO, bytes, count);
    if (written < 0) return 0;
    bytes += written;
    count -= (size_t)written;
  }
  return 1;
}

int main(int count, char **arguments) {
  FILE *file = count > 2 ? fopen(arguments[1], "rb") : NULL;
  if (!file) return fputs("usage: repeat FILE SECONDS\n", stderr), 64;
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file) / sizeof(struct event);
  rewind(file);
  struct event *events = malloc(size * sizeof *events);
  if (!events || size < 2 || fread(events, sizeof *events, size, file) != size) return 1;
  // The next turn begins a frame of 120 Hz behind the last.
  int64_t turn = time_of(&events[size - 1]) - time_of(&events[0]) + 8333;
  int64_t length = strtoll(arguments[2], NULL, 10) * 1000000;
  for (int64_t done = 0; done < length; done += turn) {
    if (!write_all((const char *)events, size * sizeof *events)) return 1;
    for (size_t i = 0; i < size; i++) shift(&events[i], turn);
  }
  return 0;
}
