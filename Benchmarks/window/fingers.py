"""Draws with ten fingers on an X server's test driver, and tells how many frames of them a window showed, and at what cost.

  fingers.py SOCKET PID FRAMES SECONDS

The messages are those of xf86-input-inputtest-protocol.h of X.Org 21.1. FRAMES is written when the window ends, which it is asked to here.
"""

import math
import os
import signal
import socket
import struct
import sys
import time

FINGERS, RATE = 10, 120
BEGIN, UPDATE, END = 18, 19, 20


class Touchscreen:
    def __init__(self, path):
        self.stream = socket.socket(socket.AF_UNIX)
        self.stream.settimeout(30)
        self.stream.connect(path)
        self.stream.sendall(struct.pack("<IIHH", 12, 0, 1, 1))
        self.stream.recv(12)

    def touch(self, finger, kind, x, y):
        axes = [x * 65535, y * 65535] + [0.0] * 126
        body = struct.pack("<III8s4x128d", finger, kind, 0, bytes([3]), *axes)
        self.stream.sendall(struct.pack("<II", 8 + len(body), 6) + body)

    def finish(self):
        self.stream.sendall(struct.pack("<II", 8, 1))
        self.stream.recv(8)


def place(finger, seconds):
    angle = 2 * seconds + 0.7 * finger
    x = 0.12 + 0.085 * finger + 0.05 * math.cos(angle) + 0.01 * math.cos(7 * angle)
    return x, 0.5 + 0.25 * math.sin(finger) + 0.18 * math.sin(1.3 * angle)


def facts(pid):
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rsplit(")", 1)[1].split()


def is_running(pid):
    try:
        return facts(pid)[0] != "Z"
    except FileNotFoundError:
        return False


def processor_seconds(pid):
    return sum(map(int, facts(pid)[11:13])) / os.sysconf("SC_CLK_TCK")


def draw(screen, seconds):
    start = time.monotonic()
    for step in range(int(seconds * RATE) + 1):
        kind = BEGIN if step == 0 else UPDATE
        time.sleep(max(0, start + step / RATE - time.monotonic()))
        for finger in range(FINGERS):
            screen.touch(finger, kind, *place(finger, step / RATE))
    end = time.monotonic()
    for finger in range(FINGERS):
        screen.touch(finger, END, *place(finger, seconds))
    screen.finish()
    return start, end


def main():
    path, pid, frames, seconds = sys.argv[1], int(sys.argv[2]), sys.argv[3], float(sys.argv[4])
    before = processor_seconds(pid)
    start, end = draw(Touchscreen(path), seconds)
    spent = processor_seconds(pid) - before
    time.sleep(1)
    os.kill(pid, signal.SIGTERM)
    while is_running(pid):
        time.sleep(0.05)
    with open(frames) as file:
        times = [int(line) / 1e6 for line in file]
    times = [moment for moment in times if start <= moment <= end]
    spans = sorted(1000 * (b - a) for a, b in zip(times, times[1:]))
    print(
        f"{len(times) / (end - start):.1f} frames a second, {spans[len(spans) // 2]:.1f} ms at the median, "
        f"{spans[int(len(spans) * 0.99)]:.1f} at the 99th percentile; {100 * spent / (end - start):.0f} % of a processor"
    )


main()
