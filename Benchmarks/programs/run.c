/// Runs programs: a command a line on standard input, words apart by single blanks; the answer is its nanoseconds, the
/// processor's nanoseconds (user and system, with the children that it has waited for), its peak memory in KB and its exit
/// status. Its argument is the folder to run them in.
///
/// The peak that wait4 reports includes what the parent had when it forked, so the parent has to be small.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static long long nanoseconds(struct timeval time) { return time.tv_sec * 1000000000LL + time.tv_usec * 1000LL; }

// As many as a thousand files and their options need.
enum { longest = 1 << 16, most_words = 2048 };

static void become(char *command) {
  static char *words[most_words];
  words[0] = strtok(command, " ");
  for (int count = 1; count < most_words - 1 && words[count - 1] != NULL; count++) words[count] = strtok(NULL, " ");
  dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
  execvp(words[0], words);
  _exit(127);
}

int main(int count, char **arguments) {
  if (count != 2 || chdir(arguments[1]) != 0) return 1;
  static char line[longest];
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = 0;
    long long start = now();
    pid_t child = fork();
    if (child == 0) become(line);
    int status = 0;
    struct rusage usage = {0};
    wait4(child, &status, 0, &usage);
    long long elapsed = now() - start;
    long long processor = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime);
    printf("%lld %lld %ld %d\n", elapsed, processor, usage.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128);
    fflush(stdout);
  }
}
