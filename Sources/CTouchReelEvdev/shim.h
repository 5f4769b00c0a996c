#pragma once

#include <errno.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

#include "sandbox.h"

// ioctl(2) is variadic and its requests are expressions, neither of which Swift imports. The kernel's evdev and uinput
// wait for a lock, and a signal interrupts them there.
#define ioctl_again(...) \
  ({ \
    int result; \
    do result = ioctl(__VA_ARGS__); \
    while (result < 0 && errno == EINTR); \
    result; \
  })

static inline int evdev_grab(int descriptor) { return ioctl_again(descriptor, EVIOCGRAB, (void *)1); }
static inline int evdev_ungrab(int descriptor) { return ioctl_again(descriptor, EVIOCGRAB, (void *)0); }
static inline int evdev_revoke(int descriptor) { return ioctl_again(descriptor, EVIOCREVOKE, (void *)0); }
static inline int evdev_set_clock(int descriptor, int clock) { return ioctl_again(descriptor, EVIOCSCLOCKID, &clock); }

static inline int evdev_get_name(int descriptor, char *name, unsigned length) {
  return ioctl_again(descriptor, EVIOCGNAME(length), name);
}

static inline int uinput_setup(int descriptor, const struct uinput_setup *setup) {
  return ioctl_again(descriptor, UI_DEV_SETUP, setup);
}

static inline int uinput_setup_axis(int descriptor, const struct uinput_abs_setup *setup) {
  return ioctl_again(descriptor, UI_ABS_SETUP, setup);
}

static inline int uinput_create(int descriptor) { return ioctl_again(descriptor, UI_DEV_CREATE); }
static inline int uinput_destroy(int descriptor) { return ioctl_again(descriptor, UI_DEV_DESTROY); }
static inline int uinput_set_type(int descriptor, int type) { return ioctl_again(descriptor, UI_SET_EVBIT, type); }
static inline int uinput_set_property(int descriptor, int property) { return ioctl_again(descriptor, UI_SET_PROPBIT, property); }
static inline int uinput_set_phys(int descriptor, const char *phys) { return ioctl_again(descriptor, UI_SET_PHYS, phys); }

// The folder of the created device below /sys/devices/virtual/input (`input5`).
static inline int uinput_get_sysfs_name(int descriptor, char *name, unsigned length) {
  return ioctl_again(descriptor, UI_GET_SYSNAME(length), name);
}

// Announces a code of a type; −1 with EINVAL for a type that has no codes to announce.
static inline int uinput_set_code(int descriptor, int type, int code) {
  switch (type) {
  case EV_KEY: return ioctl_again(descriptor, UI_SET_KEYBIT, code);
  case EV_REL: return ioctl_again(descriptor, UI_SET_RELBIT, code);
  case EV_ABS: return ioctl_again(descriptor, UI_SET_ABSBIT, code);
  case EV_MSC: return ioctl_again(descriptor, UI_SET_MSCBIT, code);
  case EV_LED: return ioctl_again(descriptor, UI_SET_LEDBIT, code);
  case EV_SND: return ioctl_again(descriptor, UI_SET_SNDBIT, code);
  case EV_FF: return ioctl_again(descriptor, UI_SET_FFBIT, code);
  case EV_SW: return ioctl_again(descriptor, UI_SET_SWBIT, code);
  default: errno = EINVAL; return -1;
  }
}
