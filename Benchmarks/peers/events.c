#include "peers.h"

#include <errno.h>
#include <evemu.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int64_t evemu_events(const char *recording, long *events) {
  *events = 0;
  FILE *file = fopen(recording, "r");
  if (file == NULL) return -1;
  struct evemu_device *device = evemu_new(NULL);
  int64_t start = now();
  evemu_read(device, file);
  struct input_event event;
  while (evemu_read_event(file, &event) > 0) ++*events;
  int64_t elapsed = now() - start;
  evemu_delete(device);
  fclose(file);
  return elapsed;
}

static const uint8_t absolute_codes[] = {
    ABS_X,           ABS_Y,           ABS_PRESSURE,       ABS_MT_SLOT,    ABS_MT_TOUCH_MAJOR,
    ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID, ABS_MT_PRESSURE};

static void set_bit(unsigned char *bits, unsigned size, unsigned bit) {
  if (bit / 8 < size) bits[bit / 8] |= (unsigned char)(1 << bit % 8);
}

static void answer_bits(unsigned type, unsigned char *bits, unsigned size) {
  switch (type) {
    case 0:
      set_bit(bits, size, EV_SYN);
      set_bit(bits, size, EV_KEY);
      set_bit(bits, size, EV_ABS);
      break;
    case EV_KEY: set_bit(bits, size, BTN_TOUCH); break;
    case EV_ABS:
      for (unsigned i = 0; i < sizeof absolute_codes; i++) set_bit(bits, size, absolute_codes[i]);
      break;
  }
}

static int answer(unsigned number, unsigned char *data, unsigned size) {
  if (number == _IOC_NR(EVIOCGMTSLOTS(0))) {
    int32_t code = *(int32_t *)(void *)data;
    memset(data + 4, code == ABS_MT_TRACKING_ID ? 255 : 0, size - 4);
    return 0;
  }
  memset(data, 0, size);
  if (number == _IOC_NR(EVIOCGVERSION)) *(int *)(void *)data = EV_VERSION;
  if (number == _IOC_NR(EVIOCGNAME(0))) strncpy((char *)data, "session", size);
  if (number == _IOC_NR(EVIOCGPROP(0))) set_bit(data, size, INPUT_PROP_DIRECT);
  if (number >= _IOC_NR(EVIOCGBIT(0, 0)) && number < _IOC_NR(EVIOCGBIT(EV_CNT, 0))) {
    answer_bits(number - _IOC_NR(EVIOCGBIT(0, 0)), data, size);
  }
  if (number >= _IOC_NR(EVIOCGABS(0)) && number < _IOC_NR(EVIOCGABS(0)) + ABS_CNT) {
    unsigned code = number - _IOC_NR(EVIOCGABS(0));
    ((struct input_absinfo *)(void *)data)->maximum = code == ABS_MT_SLOT ? 9 : code == ABS_MT_TRACKING_ID ? 65535 : 4095;
  }
  return 0;
}

/// In the place of the C library's: libevdev asks a plain file what only a device can answer.
int ioctl(int descriptor, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *data = va_arg(arguments, void *);
  va_end(arguments);
  if (_IOC_TYPE(request) != 'E') return (int)syscall(SYS_ioctl, descriptor, request, data);
  return _IOC_DIR(request) & _IOC_READ ? answer(_IOC_NR(request), data, _IOC_SIZE(request)) : 0;
}

int64_t evdev_events(const char *records, long *events) {
  *events = 0;
  int descriptor = open(records, O_RDONLY | O_CLOEXEC);
  struct libevdev *device = NULL;
  if (descriptor < 0 || libevdev_new_from_fd(descriptor, &device) != 0) return -1;
  int64_t start = now();
  struct input_event event;
  while (libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event) == LIBEVDEV_READ_STATUS_SUCCESS) ++*events;
  int64_t elapsed = now() - start;
  libevdev_free(device);
  close(descriptor);
  return elapsed;
}
