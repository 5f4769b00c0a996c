/// Runs programs: a command a line on standard input, words apart by single blanks; the answer is its nanoseconds, its peak
/// memory in KB and its exit status. Its argument is the folder to run them in.
///
/// The peak that wait4 tells includes what the parent had when it forked, so the parent has to be small.
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

static void become(char *command) {
  char *words[64] = {strtok(command, " ")};
  for (int count = 1; count < 63; count++) words[count] = strtok(NULL, " ");
  dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
  execvp(words[0], words);
  _exit(127);
}

int main(int count, char **arguments) {
  if (count != 2 || chdir(arguments[1]) != 0) return 1;
  char line[4096];
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = 0;
    long long start = now();
    pid_t child = fork();
    if (child == 0) become(line);
    int status = 0;
    struct rusage usage = {0};
    wait4(child, &status, 0, &usage);
    printf("%lld %ld %d\n", now() - start, usage.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128);
    fflush(stdout);
  }
}
