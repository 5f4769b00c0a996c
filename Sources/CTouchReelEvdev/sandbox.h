#pragma once

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// syscall(2) and prctl(2) are variadic, which Swift does not import, and Landlock's calls have no wrappers. They have
// the same numbers on all processors. Headers of Debian 12 do not know all of Landlock's rights.

static inline int sandbox_landlock_version(void) { return (int)syscall(444, NULL, 0, 1); }

// Older kernels take the longer record, as long as what they do not know is 0.
static inline int sandbox_make_rules(uint64_t files, uint64_t network, uint64_t scopes) {
  const uint64_t handled[] = {files, network, scopes};
  return (int)syscall(444, handled, sizeof handled, 0);
}

static inline int sandbox_allow(int rules, uint64_t rights, int file) {
  struct __attribute__((packed)) { uint64_t rights; int32_t file; } rule = {rights, file};
  return (int)syscall(445, rules, 1, &rule, 0);
}

static inline int sandbox_enforce(int rules) { return (int)syscall(446, rules, 0); }

static inline int sandbox_refuse_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

static inline int sandbox_has_filters(void) {
  const uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

#if defined(__x86_64__)
#define SANDBOX_PROCESSOR AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define SANDBOX_PROCESSOR AUDIT_ARCH_AARCH64
#else
#define SANDBOX_PROCESSOR 0
#endif

// Refuses socket(2) of all threads, and io_uring, which makes sockets past it. Calls of another processor's kind (i386)
// or numbering (x32, from 2³⁰) are refused as a whole: their numbers mean other things.
static inline int sandbox_refuse_sockets(void) {
  static const struct sock_filter steps[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SANDBOX_PROCESSOR, 0, 5),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 3, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 2, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  const struct sock_fprog program = {sizeof steps / sizeof *steps, (struct sock_filter *)steps};
  if (SANDBOX_PROCESSOR == 0) { errno = ENOSYS; return -1; }
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}
