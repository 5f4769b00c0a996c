// Loaded into touchreel by SandboxCommandTests: a pipe whose path ends in "screen" is a touchscreen. In each thread
// that it meets, it tries once what a sandbox refuses, and writes what came of that to the descriptor that PROBE names;
// with PROBE_AT_END also at the end, for a program that may end before its threads are met.
// Loaded by scripts/faults, with SCREEN_FRAMES: the screen has so many frames, whose positions count from 1, one every
// SCREEN_PACE microseconds, and then SIGINT comes. How many were read stands in the file that SCREEN_READ names.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define AXIS(code) (0x40 + (code))

static void set(unsigned char *bits, int bit) { bits[bit / 8] |= 1 << bit % 8; }

static int answer(unsigned long request, void *space) {
  unsigned size = _IOC_SIZE(request), number = _IOC_NR(request);
  if (_IOC_TYPE(request) != 'E') return -1;
  if (_IOC_DIR(request) == _IOC_WRITE) return 0;
  memset(space, 0, size);
  if (number == _IOC_NR(EVIOCGNAME(0))) return snprintf(space, size, "Pipe Screen") + 1;
  if (number == _IOC_NR(EVIOCGVERSION)) *(int *)space = EV_VERSION;
  if (number == _IOC_NR(EVIOCGPROP(0))) set(space, INPUT_PROP_DIRECT);
  if (number == _IOC_NR(EVIOCGBIT(0, 0))) set(space, EV_SYN), set(space, EV_KEY), set(space, EV_ABS);
  if (number == _IOC_NR(EVIOCGBIT(EV_KEY, 0))) set(space, BTN_TOUCH);
  if (number == _IOC_NR(EVIOCGBIT(EV_ABS, 0))) {
    const int axes[] = {ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y};
    for (int index = 0; index < 6; index++) set(space, axes[index]);
  }
  if (number >= AXIS(0) && number < AXIS(ABS_CNT)) {
    ((struct input_absinfo *)space)->maximum = number == AXIS(ABS_MT_SLOT) ? 9 : 1000;
  }
  return (int)size;
}

static int is_screen(int descriptor) {
  char link[64], path[256] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  // Not the library's, which another one may let fail.
  long count = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  return count > 6 && !strcmp(path + count - 6, "screen");
}

int ioctl(int descriptor, unsigned long request, ...) {
  static int (*call)(int, unsigned long, ...);
  if (!call) call = dlsym(RTLD_NEXT, "ioctl");
  va_list arguments;
  va_start(arguments, request);
  void *space = va_arg(arguments, void *);
  va_end(arguments);
  return is_screen(descriptor) ? answer(request, space) : call(descriptor, request, space);
}

static int number(const char *variable) { return getenv(variable) ? atoi(getenv(variable)) : 0; }

// Nothing waits before the first frame is read.
int poll(struct pollfd *files, nfds_t count, int limit) {
  static int (*call)(struct pollfd *, nfds_t, int);
  if (!call) call = dlsym(RTLD_NEXT, "poll");
  return getenv("SCREEN_FRAMES") && count == 1 && is_screen(files[0].fd) ? 0 : call(files, count, limit);
}

static volatile int *frames_read;

// Mapped, since a sandbox lets the program open nothing later.
__attribute__((constructor)) static void map_count(void) {
  const char *name = getenv("SCREEN_READ");
  int file = name ? (int)syscall(SYS_openat, AT_FDCWD, name, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  long space = syscall(SYS_mmap, NULL, sizeof *frames_read, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (space > 0) frames_read = (int *)space;
  syscall(SYS_close, file);
}

// A finger that comes, moves ten times and goes, again and again.
static int make_frame(int frame, struct input_event *events) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  int count = 0;
  if (frame % 12 == 0 || frame % 12 == 11) {
    events[count++] = (struct input_event){.type = EV_ABS, .code = ABS_MT_TRACKING_ID, .value = frame % 12 ? -1 : frame / 12};
  }
  if (frame % 12 != 11) events[count++] = (struct input_event){.type = EV_ABS, .code = ABS_MT_POSITION_X, .value = frame + 1};
  events[count++] = (struct input_event){.type = EV_SYN, .code = SYN_REPORT};
  for (int index = 0; index < count; index++) {
    events[index].input_event_sec = now.tv_sec;
    events[index].input_event_usec = now.tv_nsec / 1000;
  }
  return count * (int)sizeof *events;
}

ssize_t read(int file, void *space, size_t size) {
  static ssize_t (*call)(int, void *, size_t);
  static int frame;
  if (!call) call = dlsym(RTLD_NEXT, "read");
  if (!getenv("SCREEN_FRAMES") || !is_screen(file)) return call(file, space, size);
  if (frame == number("SCREEN_FRAMES")) {
    static int is_over;
    if (!is_over++) kill(getpid(), SIGINT);
    return errno = EAGAIN, -1;
  }
  usleep(number("SCREEN_PACE"));
  int made = make_frame(frame++, space);
  if (frames_read) *frames_read = frame;
  return made;
}

static const char *outcome(int number) {
  if (number >= 0) close(number);
  return number >= 0 ? "allowed" : errno == EACCES ? "EACCES" : errno == EPERM ? "EPERM" : "other";
}

static void try_all(const char *thread) {
  static __thread int isDone;
  const char *probe = getenv("PROBE");
  if (!probe || isDone++) return;
  char made[64];
  snprintf(made, sizeof made, "made-by-%s", thread);
  const char *read = outcome(open("/etc/hostname", O_RDONLY)), *write = outcome(open(made, O_WRONLY | O_CREAT, 0600));
  const char *inet = outcome(socket(AF_INET, SOCK_STREAM, 0)), *local = outcome(socket(AF_UNIX, SOCK_STREAM, 0));
  char line[160];
  int count = snprintf(line, sizeof line, "%s read %s, write %s, inet %s, unix %s\n", thread, read, write, inet, local);
  // At once: threads write beside each other.
  syscall(SYS_write, atoi(probe), line, (size_t)count);
}

__attribute__((destructor)) static void try_at_end(void) {
  if (getenv("PROBE_AT_END")) try_all("ending");
}

#define PASSED(type, name, thread, parameters, ...) \
  type name parameters { \
    static type (*call) parameters; \
    if (!call) call = dlsym(RTLD_NEXT, #name); \
    try_all(thread); \
    return call(__VA_ARGS__); \
  }

// The calls of the recorder's threads, that which waits, that which syncs and that which writes; and of those that read
// an injected recording.
PASSED(int, epoll_wait, "waiting", (int set, void *events, int count, int limit), set, events, count, limit)
PASSED(int, fdatasync, "syncing", (int file), file)
PASSED(ssize_t, pread, "reading", (int file, void *space, size_t size, off_t start), file, space, size, start)

ssize_t write(int file, const void *space, size_t size) {
  static ssize_t (*call)(int, const void *, size_t);
  if (!call) call = dlsym(RTLD_NEXT, "write");
  if (gettid() != getpid()) try_all("writing");
  return call(file, space, size);
}
