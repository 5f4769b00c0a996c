// Floods a virtual touchscreen with frames of ten fingers while a recorder runs, and checks what it recorded.
//   flood play RATE SECONDS SIGNAL COMMAND… FILE   RATE in frames a second, 0 for as many as the kernel takes. COMMAND has begun once
//                                                  FILE has bytes; it gets SIGNAL after the last frame. Prints its memory, and how many
//                                                  frames there were.
//   flood check FRAMES EVENTS                      EVENTS are raw events of 24 bytes: each frame is there, or behind a SYN_DROPPED
// Each frame says its number with every finger, so that a check needs nothing that came before. Numbers begin at 1: the kernel leaves out
// what does not change, and a new device is at 0.
#include <fcntl.h>
#include <linux/uinput.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { fingers = 10, limit = 65535, touch_frames = 500, samples = 10, largest = 4 * fingers + 1 };

static struct input_event events[largest];
static int held;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void sleep_until(int64_t time) {
  struct timespec end = {time / 1000000000, time % 1000000000};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL);
}

static void add(int type, int code, int value) {
  events[held++] = (struct input_event){.type = (uint16_t)type, .code = (uint16_t)code, .value = value};
}

// Both differ from those of the frame before.
static int x_of(uint32_t frame, int finger) { return (int)((frame + 6553u * (uint32_t)finger) & limit); }
static int y_of(uint32_t frame) { return (int)(((frame >> 16) << 1 | (frame & 1)) & limit); }

static int send_frame(int device, uint32_t frame) {
  held = 0;
  for (int finger = 0; finger < fingers; finger++) {
    uint32_t turn = (frame - 1) % touch_frames;
    add(EV_ABS, ABS_MT_SLOT, finger);
    if (turn == 0) add(EV_ABS, ABS_MT_TRACKING_ID, (int)((frame / touch_frames * fingers + (uint32_t)finger) & limit));
    add(EV_ABS, ABS_MT_POSITION_X, x_of(frame, finger));
    add(EV_ABS, ABS_MT_POSITION_Y, y_of(frame));
    if (turn == touch_frames - 1) add(EV_ABS, ABS_MT_TRACKING_ID, -1);
  }
  add(EV_SYN, SYN_REPORT, 0);
  ssize_t size = held * (ssize_t)sizeof *events;
  return write(device, events, (size_t)size) == size;
}

static int set_axis(int device, int code, int maximum) {
  struct uinput_abs_setup axis = {.code = (uint16_t)code, .absinfo = {.maximum = maximum, .resolution = code == ABS_MT_SLOT ? 0 : 200}};
  return ioctl(device, UI_ABS_SETUP, &axis);
}

static int plug_in(void) {
  int device = open("/dev/uinput", O_RDWR | O_CLOEXEC);
  struct uinput_setup setup = {.id = {BUS_USB, 1, 1, 1}, .name = "Flood"};
  int failures = ioctl(device, UI_SET_EVBIT, EV_ABS) | ioctl(device, UI_SET_EVBIT, EV_KEY) | ioctl(device, UI_SET_KEYBIT, BTN_TOUCH) |
    ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT) | set_axis(device, ABS_MT_SLOT, fingers - 1) |
    set_axis(device, ABS_MT_TRACKING_ID, limit) | set_axis(device, ABS_MT_POSITION_X, limit) | set_axis(device, ABS_MT_POSITION_Y, limit) |
    ioctl(device, UI_DEV_SETUP, &setup) | ioctl(device, UI_DEV_CREATE);
  return failures ? -1 : device;
}

// In kilobytes: now, and at most.
static void print_memory(pid_t process, int64_t seconds, uint32_t frames) {
  char path[64], line[128];
  snprintf(path, sizeof path, "/proc/%d/status", process);
  FILE *file = fopen(path, "r");
  long resident = 0, most = 0;
  while (file && fgets(line, sizeof line, file)) {
    sscanf(line, "VmRSS: %ld", &resident);
    sscanf(line, "VmHWM: %ld", &most);
  }
  if (file) fclose(file);
  printf("after %ld s: %u frames, %ld KB, at most %ld KB\n", (long)seconds, frames, resident, most);
  fflush(stdout);
}

static int play(double rate, double seconds, int signal, char **command, const char *file) {
  int device = plug_in();
  if (device < 0) return perror("flood: no device"), 1;
  // Its node may take a moment.
  sleep_until(now() + 500000000);
  pid_t recorder = fork();
  if (recorder == 0) {
    execvp(command[0], command);
    _exit(127);
  }
  for (struct stat status = {0}; stat(file, &status) != 0 || status.st_size == 0;) {
    sleep_until(now() + 10000000);
    if (waitpid(recorder, NULL, WNOHANG) != 0) return fputs("flood: the recorder does not begin\n", stderr), 1;
  }
  int64_t start = now(), span = (int64_t)(seconds * 1e9), due = span / samples;
  uint32_t frame = 0;
  for (int64_t time = 0; time < span; time = now() - start) {
    if (!send_frame(device, ++frame)) return perror("flood"), 1;
    if (time >= due) {
      print_memory(recorder, time / 1000000000, frame);
      due += span / samples;
    }
    if (rate > 0) sleep_until(start + (int64_t)(frame / rate * 1e9));
  }
  int64_t end = now();
  // What waits in the kernel is read before any signal but that which kills.
  kill(recorder, signal);
  int status = 0;
  waitpid(recorder, &status, 0);
  printf("%u frames, ended at %lld us\n", frame, (long long)(end / 1000));
  return signal == SIGKILL || (WIFEXITED(status) && WEXITSTATUS(status) == 0) ? 0 : 1;
}

static int check(uint32_t frames, const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return perror(path), 1;
  int x[fingers] = {0}, y[fingers] = {0}, seen[fingers] = {0}, slot = 0, dropped = 0, is_gap = 0;
  uint32_t next = 1, found = 0, lost = 0;
  long drops = 0, wrong = 0;
  long long last = 0;
  struct input_event event;
  while (fread(&event, sizeof event, 1, file) == 1) {
    if (event.type == EV_ABS && event.code == ABS_MT_SLOT) slot = event.value;
    if (event.type == EV_SYN && event.code == SYN_DROPPED) drops++, dropped = is_gap = 1;
    if (slot >= 0 && slot < fingers && event.type == EV_ABS) {
      if (event.code == ABS_MT_POSITION_X) x[slot] = event.value, seen[slot] |= 1;
      if (event.code == ABS_MT_POSITION_Y) y[slot] = event.value, seen[slot] |= 2;
    }
    if (event.type != EV_SYN || event.code != SYN_REPORT) continue;
    last = event.time.tv_sec * 1000000LL + event.time.tv_usec;
    // A frame of which something was lost is as good as lost.
    if (!dropped) {
      uint32_t frame = (uint32_t)(y[0] >> 1) << 16 | (uint32_t)x[0];
      int whole = frame >= next && frame <= frames && (frame == next || is_gap);
      for (int finger = 0; finger < fingers; finger++)
        whole &= seen[finger] == 3 && x[finger] == x_of(frame, finger) && y[finger] == y_of(frame);
      if (whole) {
        lost += frame - next;
        next = frame + 1;
        found++;
        is_gap = 0;
      } else {
        wrong++;
      }
    }
    dropped = 0;
    memset(seen, 0, sizeof seen);
  }
  fclose(file);
  printf("%u of %u frames, %u behind %ld SYN_DROPPED, %u at the end; %ld wrong; the last at %lld us\n", found, frames, lost, drops,
    frames + 1 - next, wrong, last);
  return wrong == 0 ? 0 : 1;
}

int main(int count, char **words) {
  if (count > 6 && !strcmp(words[1], "play")) return play(atof(words[2]), atof(words[3]), atoi(words[4]), words + 5, words[count - 1]);
  if (count == 4 && !strcmp(words[1], "check")) return check((uint32_t)strtoul(words[2], NULL, 10), words[3]);
  return fputs("usage: flood play RATE SECONDS SIGNAL COMMAND… FILE | flood check FRAMES EVENTS\n", stderr), 64;
}
