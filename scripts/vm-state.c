// Loaded into the guest kernel's process: lets it restore its processes' registers on hosts whose CPUs have more of them than it knows.
//
// Linux takes a process' extended state (NT_X86_XSTATE) only whole, which with AMX is 11 kB. The guest saves the part that it knows, as the
// host gives it in the standard format of XSAVE: that part is put over what the process has.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/uio.h>

// Not on the guest kernel's stacks, which are small. One thread of it calls.
static _Alignas(64) char state[65536];

typedef long (*Ptrace)(enum __ptrace_request, ...);

static long set_state(Ptrace call, pid_t process, struct iovec *part) {
  struct iovec whole = {state, sizeof state};
  if (call(PTRACE_GETREGSET, process, NT_X86_XSTATE, &whole) < 0) return -1;
  if (part->iov_len >= whole.iov_len) return call(PTRACE_SETREGSET, process, NT_X86_XSTATE, part);
  memcpy(state, part->iov_base, part->iov_len);
  return call(PTRACE_SETREGSET, process, NT_X86_XSTATE, &whole);
}

long ptrace(enum __ptrace_request request, ...) {
  static Ptrace call;
  if (!call) call = (Ptrace)dlsym(RTLD_NEXT, "ptrace");
  va_list arguments;
  va_start(arguments, request);
  pid_t process = va_arg(arguments, pid_t);
  void *address = va_arg(arguments, void *);
  void *data = va_arg(arguments, void *);
  va_end(arguments);
  if (request == PTRACE_SETREGSET && address == (void *)NT_X86_XSTATE) return set_state(call, process, data);
  return call(request, process, address, data);
}
