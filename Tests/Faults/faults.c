// Loaded into touchreel by scripts/faults: lets one system call of the program fail, come short, or kill it.
//
//   FAULTS=write:3:28    the third write fails with error 28 (ENOSPC); 28+ lets all later ones of that kind fail as
//                        well, 4~ (EINTR) every other; `short` does half of it, `kill` kills the program instead
//                        of it, `half` after half of it
//   FAULTS_OF=touchreel  the program: others that it starts are left alone
//   FAULTS_UNDER=/a:/b   counts calls on files whose paths begin so; by default all but the system's own
//   FAULTS_REPORT=FILE   of 8 kB: gets the count of each kind, which call failed, and when, by CLOCK_MONOTONIC; and
//                        when the program last had nothing to do
//
// Counts are of the program's calls of the C library: the k-th of a kind is the same in every run of one thread.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { KINDS = 40, FIRED_AT = 4096, IDLE_AT = 6144, IDLE_COUNT = 250, TIME_AT = 8184, REPORT_SIZE = 8192, LONGEST_PATH = 3000 };

struct kind {
  char name[28];
  atomic_uint count;
};

static struct {
  int is_active;
  struct kind *kinds;
  char *fired;
  char kind[28];
  unsigned at;
  int error;  // -1 is a short call, -2 kills, -3 kills after a short call
  char lasting;
  const char *under;
} plan;

static const char *system_files[] = {"/usr/", "/etc/", "/lib", "/opt/", "/sys/", "/dev/urandom", "/proc/", "/var/cache/", "socket:", NULL};

__attribute__((constructor)) static void read_plan(void) {
  const char *program = getenv("FAULTS_OF"), *report = getenv("FAULTS_REPORT"), *faults = getenv("FAULTS");
  char path[LONGEST_PATH];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (!program || !report || length < 0) return;
  path[length] = 0;
  const char *name = strrchr(path, '/');
  if (!name || strcmp(name + 1, program)) return;
  int file = (int)syscall(SYS_openat, AT_FDCWD, report, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *space = mmap(NULL, REPORT_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  syscall(SYS_close, file);
  if (space == MAP_FAILED) return;
  char action[16] = "";
  if (faults && sscanf(faults, "%27[^:]:%u:%15s", plan.kind, &plan.at, action) == 3) {
    plan.lasting = action[strlen(action) - 1];
    plan.error = !strncmp(action, "short", 5) ? -1 : !strcmp(action, "kill") ? -2 : !strcmp(action, "half") ? -3 : atoi(action);
  }
  plan.kinds = space;
  plan.fired = (char *)space + FIRED_AT;
  plan.under = getenv("FAULTS_UNDER");
  plan.is_active = 1;
}

static void path_of(int file, char *path) {
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, LONGEST_PATH - 1);
  path[length < 0 ? 0 : length] = 0;
}

static int is_under(const char *path, const char *prefixes) {
  while (*prefixes) {
    size_t length = strcspn(prefixes, ":");
    if (!strncmp(path, prefixes, length)) return 1;
    prefixes += length + (prefixes[length] == ':');
  }
  return 0;
}

static int is_counted(const char *path) {
  if (plan.under) return is_under(path, plan.under);
  if (!strncmp(path, "/proc/self/fd", 13)) return 1;
  for (const char **each = system_files; *each; each++) {
    if (!strncmp(path, *each, strlen(*each))) return 0;
  }
  return 1;
}

static unsigned counted(const char *kind) {
  for (int index = 0; index < KINDS; index++) {
    struct kind *each = &plan.kinds[index];
    if (!each->name[0]) strcpy(each->name, kind);
    if (!strcmp(each->name, kind)) return atomic_fetch_add(&each->count, 1) + 1;
  }
  return 0;
}

static int is_due(unsigned count) {
  if (plan.lasting == '+') return count >= plan.at;
  if (plan.lasting == '~') return count >= plan.at && (count - plan.at) % 2 == 0;
  return count == plan.at;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// What becomes of a call of a kind: 0 if it is made as it is, else the plan's.
static int fault(const char *kind, int file, const char *given) {
  // What is said of a fault has to arrive.
  if (!plan.is_active || (file == STDERR_FILENO && !given)) return 0;
  int before = errno;
  static __thread char path[LONGEST_PATH * 2];
  path[0] = 0;
  if (given && given[0] != '/' && file >= 0) {
    path_of(file, path);
    strcat(path, "/");
    strncat(path, given, LONGEST_PATH - 1);
  } else if (given) {
    if (given[0] != '/' && getcwd(path, LONGEST_PATH)) strcat(path, "/");
    strncat(path, given, LONGEST_PATH - 1);
  } else if (file >= 0) {
    path_of(file, path);
  }
  errno = before;
  if (!is_counted(path)) return 0;
  unsigned count = counted(kind);
  if (!plan.error || strcmp(kind, plan.kind) || !is_due(count)) return 0;
  if (!plan.fired[0]) {
    *(double *)(plan.fired - FIRED_AT + TIME_AT) = seconds();
    snprintf(plan.fired, IDLE_AT - FIRED_AT - 1, "%s %.2000s", kind, path);
  }
  if (plan.error == -2) syscall(SYS_kill, getpid(), SIGKILL);
  return plan.error;
}

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

// A call that does nothing if it fails.
#define CALL(type, failure, kind, name, parameters, file, path, ...) \
  type name parameters { \
    REAL(name); \
    int error = fault(kind, file, path); \
    if (error > 0) return errno = error, failure; \
    return real(__VA_ARGS__); \
  }

// A call that may do a part of what it is asked to.
#define PARTIAL(kind, name, parameters, file, ...) \
  ssize_t name parameters { \
    REAL(name); \
    int error = fault(kind, file, NULL); \
    if (error > 0) return errno = error, -1; \
    if ((error == -1 || error == -3) && size > 1) size /= 2; \
    ssize_t done = real(__VA_ARGS__); \
    if (error == -3) syscall(SYS_kill, getpid(), SIGKILL); \
    return done; \
  }

PARTIAL("write", write, (int file, const void *space, size_t size), file, file, space, size)
PARTIAL("write", pwrite, (int file, const void *space, size_t size, off_t start), file, file, space, size, start)
PARTIAL("write", pwrite64, (int file, const void *space, size_t size, off64_t start), file, file, space, size, start)
PARTIAL("read", read, (int file, void *space, size_t size), file, file, space, size)
PARTIAL("read", pread, (int file, void *space, size_t size, off_t start), file, file, space, size, start)
PARTIAL("read", pread64, (int file, void *space, size_t size, off64_t start), file, file, space, size, start)
CALL(ssize_t, -1, "write", writev, (int file, const struct iovec *parts, int count), file, NULL, file, parts, count)
CALL(ssize_t, -1, "read", readv, (int file, const struct iovec *parts, int count), file, NULL, file, parts, count)

#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    int error = fault("open", -1, path); \
    if (error > 0) return errno = error, -1; \
    return real(path, flags, mode); \
  }
#define OPENING_AT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    REAL(name); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    int error = fault("open", folder, path); \
    if (error > 0) return errno = error, -1; \
    return real(folder, path, flags, mode); \
  }
OPENING(open)
OPENING(open64)
OPENING_AT(openat)
OPENING_AT(openat64)
CALL(FILE *, NULL, "open", fopen, (const char *path, const char *mode), -1, path, path, mode)
CALL(DIR *, NULL, "folder", opendir, (const char *path), -1, path, path)
CALL(DIR *, NULL, "folder", fdopendir, (int file), file, NULL, file)
CALL(struct dirent *, NULL, "folder", readdir, (DIR * folder), dirfd(folder), NULL, folder)

// What is closed stays closed, whatever is reported.
int close(int file) {
  REAL(close);
  int error = fault("close", file, NULL), result = real(file);
  return error > 0 ? errno = error, -1 : result;
}

CALL(int, -1, "sync", fsync, (int file), file, NULL, file)
CALL(int, -1, "sync", fdatasync, (int file), file, NULL, file)
CALL(int, -1, "truncate", ftruncate, (int file, off_t size), file, NULL, file, size)
CALL(int, -1, "truncate", ftruncate64, (int file, off64_t size), file, NULL, file, size)
CALL(int, -1, "rename", rename, (const char *old, const char *new), -1, new, old, new)
CALL(int, -1, "rename", renameat, (int folder, const char *old, int other, const char *new), other, new, folder, old, other, new)
CALL(int, -1, "link", link, (const char *old, const char *new), -1, new, old, new)
CALL(int, -1, "link", linkat, (int folder, const char *old, int other, const char *new, int flags), other, new, folder, old, other, new, flags)
CALL(int, -1, "unlink", unlink, (const char *path), -1, path, path)
CALL(int, -1, "unlink", unlinkat, (int folder, const char *path, int flags), folder, path, folder, path, flags)
CALL(int, -1, "mkdir", mkdir, (const char *path, mode_t mode), -1, path, path, mode)
CALL(int, -1, "lock", flock, (int file, int operation), file, NULL, file, operation)
CALL(int, -1, "mode", fchmod, (int file, mode_t mode), file, NULL, file, mode)
CALL(int, -1, "mode", chmod, (const char *path, mode_t mode), -1, path, path, mode)
CALL(int, -1, "mode", fchown, (int file, uid_t user, gid_t group), file, NULL, file, user, group)
CALL(int, -1, "stat", fstat, (int file, struct stat *status), file, NULL, file, status)
CALL(int, -1, "stat", stat, (const char *path, struct stat *status), -1, path, path, status)
CALL(int, -1, "stat", lstat, (const char *path, struct stat *status), -1, path, path, status)
CALL(int, -1, "stat", fstatat, (int folder, const char *path, struct stat *status, int flags), folder, path, folder, path, status, flags)
CALL(int, -1, "access", access, (const char *path, int mode), -1, path, path, mode)
CALL(int, -1, "access", faccessat, (int folder, const char *path, int mode, int flags), folder, path, folder, path, mode, flags)
CALL(ssize_t, -1, "readlink", readlink, (const char *path, char *space, size_t size), -1, path, path, space, size)
CALL(char *, NULL, "readlink", realpath, (const char *path, char *space), -1, path, path, space)
CALL(off_t, -1, "seek", lseek, (int file, off_t offset, int origin), file, NULL, file, offset, origin)
CALL(off64_t, -1, "seek", lseek64, (int file, off64_t offset, int origin), file, NULL, file, offset, origin)
CALL(int, -1, "dup", dup, (int file), file, NULL, file)
CALL(int, -1, "dup", dup2, (int file, int other), file, NULL, file, other)
CALL(int, -1, "poll", epoll_wait, (int set, struct epoll_event *events, int count, int limit), set, NULL, set, events, count, limit)
CALL(int, -1, "epoll", epoll_create1, (int flags), -1, NULL, flags)
CALL(int, -1, "epoll", epoll_ctl, (int set, int operation, int file, struct epoll_event *event), set, NULL, set, operation, file, event)
CALL(int, -1, "pipe", pipe, (int ends[2]), -1, NULL, ends)
CALL(int, -1, "pipe", pipe2, (int ends[2], int flags), -1, NULL, ends, flags)
CALL(int, -1, "memory", memfd_create, (const char *name, unsigned flags), -1, NULL, name, flags)
CALL(int, -1, "socket", socket, (int domain, int type, int protocol), -1, NULL, domain, type, protocol)
// These return the error.
CALL(int, error, "spawn", posix_spawnp, (pid_t * process, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *look, char *const words[], char *const variables[]), -1, NULL, process, path, actions, look, words, variables)

// Only the program's own threads: Pango and the concurrency of the system's libraries end a program that has none left.
int pthread_create(pthread_t *thread, const pthread_attr_t *look, void *(*body)(void *), void *argument) {
  REAL(pthread_create);
  Dl_info caller = {0};
  dladdr(__builtin_return_address(0), &caller);
  int error = fault("thread", -1, caller.dli_fname);
  return error > 0 ? error : real(thread, look, body, argument);
}

// An event loop that waits in vain for a time has handled all that came and was due when it began to.
static void note_idle(double start) {
  static unsigned number;
  if (plan.is_active && syscall(SYS_gettid) == getpid()) {
    ((double *)(plan.fired - FIRED_AT + IDLE_AT))[number++ % IDLE_COUNT] = start;
  }
}

int poll(struct pollfd *files, nfds_t count, int limit) {
  REAL(poll);
  int error = fault("poll", count > 0 ? files[0].fd : -1, NULL);
  if (error > 0) return errno = error, -1;
  double start = seconds();
  int ready = real(files, count, limit);
  if (!ready && limit > 0) note_idle(start);
  return ready;
}

int eventfd(unsigned start, int flags) {
  static int (*real)(unsigned, int);
  if (!real) real = dlsym(RTLD_NEXT, "eventfd");
  int error = fault("event", -1, NULL);
  return error > 0 ? errno = error, -1 : real(start, flags);
}

#define EVENT(name, parameters, ...) \
  int name parameters { \
    static int(*real) parameters; \
    if (!real) real = dlsym(RTLD_NEXT, #name); \
    int error = fault("event", -1, NULL); \
    return error > 0 ? errno = error, -1 : real(__VA_ARGS__); \
  }
EVENT(timerfd_create, (int clock, int flags), clock, flags)
EVENT(timerfd_settime, (int file, int flags, const void *new, void *old), file, flags, new, old)
EVENT(signalfd, (int file, const sigset_t *signals, int flags), file, signals, flags)
EVENT(inotify_init1, (int flags), flags)
EVENT(inotify_add_watch, (int file, const char *path, unsigned mask), file, path, mask)

// A part of a file: what the program maps, not what others need memory for.
void *mmap(void *place, size_t size, int protection, int flags, int file, off_t offset) {
  REAL(mmap);
  int error = file >= 0 ? fault("map", file, NULL) : 0;
  return error > 0 ? errno = error, MAP_FAILED : real(place, size, protection, flags, file, offset);
}

int fcntl(int file, int command, ...) {
  REAL(fcntl);
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  int error = fault("fcntl", file, NULL);
  return error > 0 ? errno = error, -1 : real(file, command, argument);
}

int ioctl(int file, unsigned long request, ...) {
  REAL(ioctl);
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  int error = fault("ioctl", file, NULL);
  return error > 0 ? errno = error, -1 : real(file, request, argument);
}
