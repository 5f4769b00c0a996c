"""Recordings of hostile sessions, each a function of its seed: plausible gestures whose events are then dropped, doubled,
sent to slots that do not exist, mixed with palms, pens and losses, on devices of every protocol."""

import json
import random
import struct

from devices import (ABS_DISTANCE, ABS_PRESSURE, ABS_TILT_X, ABS_TILT_Y, BTN_LEFT, BTN_STYLUS, BTN_TOUCH, DOUBLETAP, FINGER,
                     LENS, PEN, PROP_DIRECT, PROP_POINTER, PROP_SEMI_MT, QUADTAP, RUBBER, TRIPLETAP)
from recordings import (ABS_X, ABS_Y, EV_ABS, EV_KEY, EV_SYN, MT_ID, MT_SLOT, MT_X, MT_Y, SYN_DROPPED, SYN_MT_REPORT,
                        SYN_REPORT)
from tracker import MT_DISTANCE, MT_MAJOR, MT_MINOR, MT_ORIENTATION, MT_PRESSURE, MT_TOOL

KINDS = ("slots", "anonymous", "identified", "single", "pen", "penAndTouch", "touchpad", "semi", "tool")


class Device:
    """A made-up device and the state of a hand on it."""

    def __init__(self, rng, kind):
        self.rng, self.kind = rng, kind
        self.left, self.top = rng.choice([0, 0, -500, 37]), rng.choice([0, 0, 100])
        self.wide, self.high = rng.choice([1000, 4095, 20000]), rng.choice([700, 2303, 12000])
        self.resolution = rng.choice([0, 0, 10])
        self.axes, self.keys, self.properties = {}, set(), set()
        self.slots = self.optional = ()
        self.next_id, self.fingers, self.down = rng.choice([0, 5, 65530]), {}, set()
        self.pen = None
        getattr(self, "describe_" + kind)()
        if self.optional and rng.random() < 0.1:
            self.axes[MT_DISTANCE] = (0, 10, 0)

    def contact_axes(self, *always):
        self.place(MT_X, MT_Y)
        extras = {MT_MAJOR: (0, 255, self.rng.choice([0, 0, 10])), MT_MINOR: (0, 255, 0), MT_ORIENTATION: (-1, 2, 0),
                  MT_PRESSURE: (0, 255, 0), MT_TOOL: (0, 2, 0), MT_DISTANCE: (0, 20, 0)}
        self.optional = [code for code in extras if code in always or self.rng.random() < 0.4]
        self.axes.update({code: extras[code] for code in self.optional})

    def place(self, x, y):
        self.axes[x] = (self.left, self.left + self.wide, self.resolution)
        self.axes[y] = (self.top, self.top + self.high, self.resolution)

    def describe_slots(self):
        self.contact_axes()
        self.slots = range(self.rng.choice([1, 2, 5, 10]))
        self.axes[MT_SLOT], self.axes[MT_ID] = (0, len(self.slots) - 1, 0), (0, 65535, 0)
        self.keys, self.properties = {BTN_TOUCH}, {PROP_DIRECT}
        if self.rng.random() < 0.5:
            self.place(ABS_X, ABS_Y)

    def describe_tool(self):
        self.describe_slots()
        self.axes[MT_TOOL] = (0, 2, 0)
        self.optional = [*self.optional, MT_TOOL]

    def describe_anonymous(self):
        self.contact_axes()
        self.keys, self.properties = {BTN_TOUCH}, {PROP_DIRECT}

    def describe_identified(self):
        self.describe_anonymous()
        self.axes[MT_ID] = (0, 65535, 0)

    def describe_single(self):
        self.place(ABS_X, ABS_Y)
        self.keys = {BTN_TOUCH} if self.rng.random() < 0.7 else {BTN_LEFT}
        self.properties = {PROP_DIRECT}
        if self.rng.random() < 0.6:
            self.axes[ABS_PRESSURE] = (self.rng.choice([0, 10]), 255, 0)

    def describe_pen(self):
        self.place(ABS_X, ABS_Y)
        self.keys = {PEN, RUBBER, BTN_TOUCH, BTN_STYLUS}
        self.properties = {PROP_DIRECT} if self.rng.random() < 0.5 else {PROP_POINTER}
        extras = {ABS_PRESSURE: (0, 2047, 0), ABS_DISTANCE: (0, 63, 0), ABS_TILT_X: (-64, 63, 57), ABS_TILT_Y: (-64, 63, 0)}
        self.axes.update({code: axis for code, axis in extras.items() if self.rng.random() < 0.7})

    def describe_penAndTouch(self):
        self.describe_slots()
        self.describe_tool() if self.rng.random() < 0.3 else None
        keys = self.keys
        self.describe_pen()
        self.keys |= keys
        self.properties = {PROP_DIRECT}

    def describe_touchpad(self):
        self.place(ABS_X, ABS_Y)
        self.axes[ABS_PRESSURE] = (0, 255, 0)
        self.keys = {BTN_TOUCH, FINGER, DOUBLETAP, TRIPLETAP, QUADTAP, BTN_LEFT}
        self.properties = {PROP_POINTER}

    def describe_semi(self):
        self.describe_touchpad()
        self.place(MT_X, MT_Y)
        self.slots = range(2)
        self.axes[MT_SLOT], self.axes[MT_ID] = (0, 1, 0), (0, 65535, 0)
        self.properties |= {PROP_SEMI_MT}

    # Frames

    def frame(self):
        events = []
        if self.kind in ("slots", "tool", "penAndTouch", "semi"):
            events += self.slot_events()
        if self.kind in ("anonymous", "identified"):
            events += self.anonymous_events()
        if self.kind in ("pen", "penAndTouch"):
            events += self.pen_events()
        if self.kind in ("single", "touchpad", "semi"):
            events += self.single_events()
        return events

    def somewhere(self):
        return [self.left + self.rng.randrange(self.wide + 1), self.top + self.rng.randrange(self.high + 1)]

    def step(self, position):
        for i, extent in enumerate((self.wide, self.high)):
            position[i] += self.rng.randint(-extent // 20, extent // 20)

    def hand(self, most):
        """Puts fingers down, moves them and lifts them. Returns what happened to each."""
        happened = {}
        for finger in list(self.fingers):
            fate = self.rng.random()
            if fate < 0.06:
                happened[finger] = "up"
                del self.fingers[finger]
            elif fate < 0.8:
                self.step(self.fingers[finger])
                happened[finger] = "move"
        free = [number for number in range(most) if number not in self.fingers and number not in happened]
        if free and self.rng.random() < (0.7 if not self.fingers else 0.12):
            finger = self.rng.choice(free)
            self.fingers[finger] = self.somewhere()
            happened[finger] = "down"
        return happened

    def details(self):
        choices = {MT_MAJOR: [0, 4, 9, 30], MT_MINOR: [0, 3], MT_ORIENTATION: [-1, 0, 1, 2], MT_PRESSURE: [0, 1, 90, 255, 300],
                   MT_DISTANCE: [0, 0, 0, 5], MT_TOOL: [0, 0, 0, 0, 1, 2]}
        often = 0.3 if self.rng.random() < 0.3 else 0.03
        return [(EV_ABS, code, self.rng.choice(choices[code])) for code in self.optional if self.rng.random() < often]

    def touch_key(self, was):
        if bool(was) != bool(self.fingers) and self.rng.random() < 0.95:
            return [(EV_KEY, BTN_TOUCH, int(bool(self.fingers)))]
        return []

    def slot_events(self):
        was, events = set(self.fingers), []
        for slot, fate in self.hand(len(self.slots)).items():
            events.append((EV_ABS, MT_SLOT, slot))
            if fate == "up":
                events.append((EV_ABS, MT_ID, -1))
                continue
            if fate == "down":
                events.append((EV_ABS, MT_ID, self.next_id))
                self.next_id = (self.next_id + 1) % 65536
            x, y = self.fingers[slot]
            both = self.rng.random() < 0.8 or fate == "down"
            events += [(EV_ABS, MT_X, x)] + [(EV_ABS, MT_Y, y)] * both + self.details()
        return events + self.touch_key(was)

    def anonymous_events(self):
        was, events = set(self.fingers), []
        for finger, fate in self.hand(self.rng.choice([2, 6])).items():
            if fate == "down":
                self.down.add((finger, self.next_id))
                self.next_id = (self.next_id + 1) % 65536
            if fate == "up":
                self.down = {pair for pair in self.down if pair[0] != finger}
        for finger in sorted(self.fingers, key=lambda f: (f * 7) % 5):
            x, y = self.fingers[finger]
            if self.kind == "identified" and self.rng.random() < 0.97:
                identifier = next((i for f, i in sorted(self.down) if f == finger), 9)
                events.append((EV_ABS, MT_ID, identifier))
            events += [(EV_ABS, MT_X, x), (EV_ABS, MT_Y, y)] + self.details() + [(EV_SYN, SYN_MT_REPORT, 0)]
        if not self.fingers:
            no_contact = [(EV_ABS, MT_ID, -1)] * (self.kind == "identified" and self.rng.random() < 0.5)
            events += no_contact + [(EV_SYN, SYN_MT_REPORT, 0)]
        return events + self.touch_key(was)

    def pen_events(self):
        events, rng = [], self.rng
        if self.pen is None:
            if rng.random() < 0.85:
                return []
            self.pen = (rng.choice([PEN, PEN, RUBBER]), self.somewhere(), False)
            events.append((EV_KEY, self.pen[0], 1))
        tool, position, touches = self.pen
        if rng.random() < 0.08 and not touches:
            self.pen = None
            return [(EV_KEY, tool, 0)]
        self.step(position)
        events += [(EV_ABS, ABS_X, position[0]), (EV_ABS, ABS_Y, position[1])]
        if rng.random() < 0.15:
            touches = not touches
            events.append((EV_KEY, BTN_TOUCH, int(touches)))
        for code, values in ((ABS_PRESSURE, [1, 500, 2047] if touches else [0]), (ABS_DISTANCE, [0, 1] if touches else [9, 30]),
                             (ABS_TILT_X, [-30, 0, 20]), (ABS_TILT_Y, [-3, 40])):
            if code in self.axes and rng.random() < 0.5:
                events.append((EV_ABS, code, rng.choice(values)))
        self.pen = (tool, position, touches)
        return events

    def single_events(self):
        was, events = len(self.fingers), []
        if self.kind != "semi":
            self.hand(1 if self.kind == "single" else 4)
        if self.fingers:
            x, y = self.fingers[min(self.fingers)]
            events += [(EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y)]
            if ABS_PRESSURE in self.axes and self.rng.random() < 0.5:
                events.append((EV_ABS, ABS_PRESSURE, self.rng.choice([5, 40, 200])))
        elif ABS_PRESSURE in self.axes:
            events.append((EV_ABS, ABS_PRESSURE, 0))
        key = BTN_TOUCH if BTN_TOUCH in self.keys else BTN_LEFT
        events.append((EV_KEY, key, int(bool(self.fingers))))
        for number, tool in enumerate((FINGER, DOUBLETAP, TRIPLETAP, QUADTAP), 1):
            if tool in self.keys and (self.rng.random() < 0.05 or (len(self.fingers) == number) != (number in self.down)):
                events.append((EV_KEY, tool, int(len(self.fingers) == number)))
                (self.down.add if len(self.fingers) == number else self.down.discard)(number)
        return events

    def tap(self):
        """What comes and goes within a frame."""
        (x, y), rng = self.somewhere(), self.rng
        press, release = [[(EV_KEY, BTN_TOUCH, value)] * (rng.random() < 0.7) for value in (1, 0)]
        if self.slots:
            self.next_id = (self.next_id + 1) % 65536
            place = [(EV_ABS, MT_X, x), (EV_ABS, MT_Y, y)][:rng.choice([0, 2, 2])]
            slot = [(EV_ABS, MT_SLOT, rng.choice(self.slots))] * (rng.random() < 0.8)
            return slot + [(EV_ABS, MT_ID, self.next_id)] + place + press + [(EV_ABS, MT_ID, -1)] + release
        if self.kind in ("anonymous", "identified"):
            return [(EV_ABS, MT_X, x), (EV_ABS, MT_Y, y), (EV_SYN, SYN_MT_REPORT, 0)] + press + release
        place = [(EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y)]
        tools = sorted(self.keys & {PEN, RUBBER, FINGER, LENS})
        pressure = [[(EV_ABS, ABS_PRESSURE, value)] * (rng.random() < 0.3) for value in (90, 0)]
        key = BTN_TOUCH if BTN_TOUCH in self.keys else BTN_LEFT
        events = place + pressure[0] + [(EV_KEY, key, 1), (EV_KEY, key, 0)] + pressure[1]
        if tools and rng.random() < 0.5:
            tool = rng.choice(tools)
            events = [(EV_KEY, tool, 1)] + events + [(EV_KEY, tool, 0)]
        return events

    def silent(self):
        """A frame that says nothing of contacts."""
        return self.rng.choice([[], [(EV_KEY, 158, self.rng.choice([0, 1]))], [(EV_KEY, BTN_TOUCH, self.rng.choice([0, 1]))]])

    def hostile(self, events):
        """What no driver should send."""
        rng = self.rng
        fate = rng.random()
        if fate < 0.04 and events:
            del events[rng.randrange(len(events))]
        elif fate < 0.07:
            events.insert(rng.randint(0, len(events)), (EV_ABS, MT_SLOT, rng.choice([-1, 0, 1, 3, 10, 300])))
        elif fate < 0.10:
            events.insert(rng.randint(0, len(events)), (EV_ABS, MT_ID, rng.choice([-1, -7, 3, 2**31 - 1])))
        elif fate < 0.13:
            events.insert(rng.randint(0, len(events)), (EV_SYN, SYN_DROPPED, 0))
        elif fate < 0.16:
            events.insert(rng.randint(0, len(events)), (EV_KEY, rng.choice([BTN_TOUCH, PEN, FINGER, LENS]), rng.choice([0, 1, 2])))
        elif fate < 0.18:
            events.append((EV_ABS, rng.choice([ABS_DISTANCE, ABS_PRESSURE, MT_TOOL, MT_MAJOR]), rng.choice([0, 1, 2, 7])))
        elif fate < 0.22:
            events = rng.choice([events, []]) + self.tap()
        elif fate < 0.25:
            events = self.silent()
        return events + [(EV_SYN, SYN_REPORT, 0)]

    def metadata(self):
        return {
            "name": f"A {self.kind} device", "bustype": "3", "vendor": "1", "product": "2", "version": "3", "complete": "true",
            "properties": compact(sorted(self.properties)),
            "codes": compact({"1": sorted(self.keys), "3": sorted(self.axes)}),
            "absinfo": compact({str(code): [low, high, 0, 0, per, 0] for code, (low, high, per) in sorted(self.axes.items())}),
        }

    def evemu_lines(self):
        yield f"N: A {self.kind} device"
        yield "I: 0003 0001 0002 0003"
        yield "P: " + mask_text(self.properties)
        for kind, codes in ((EV_KEY, self.keys), (EV_ABS, self.axes)):
            for group in range(0, max(codes, default=0) + 1, 64):
                yield f"B: {kind:02x} " + mask_text({code - group for code in codes if group <= code < group + 64})
        for code, (low, high, per) in sorted(self.axes.items()):
            yield f"A: {code:02x} {low} {high} 0 0 {per}"


def mask_text(numbers):
    mask = sum(1 << number for number in numbers)
    return " ".join(f"{mask >> 8 * index & 255:02x}" for index in range(8))


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def times(rng, count):
    now, result = rng.choice([0, 1, 1_000_000, 1_500_000_000_000_000]), []
    for _ in range(count):
        result.append(now)
        now += rng.choice([0, 1, 999, 8_000, 16_000, 500_000]) if rng.random() < 0.2 else 8_000
        if rng.random() < 0.005:
            now = max(now - 300_000, 0)
    return result


def evemu(seed):
    """An evemu recording of one device, described or not."""
    rng = random.Random(seed)
    device = Device(rng, KINDS[seed % len(KINDS)])
    lines = ["# EVEMU 1.2"] + (list(device.evemu_lines()) if rng.random() < 0.75 else [])
    for time in times(rng, rng.choice([30, 200])):
        for kind, code, value in device.hostile(device.frame()):
            lines.append(f"E: {time // 1_000_000}.{time % 1_000_000:06d} {kind:04x} {code:04x} {value:04d}")
    if rng.random() < 0.1:
        lines.append("E: 99999.000000 0003 0035 0001")
    return ("\n".join(lines) + "\n").encode()


def mcap(seed, file):
    """A recording of ours: one to three devices, states at the start and after losses, `/board`, notes, a replug."""
    from mcap.writer import CompressionType, Writer

    rng = random.Random(seed)
    writer = Writer(file, compression=CompressionType.NONE)
    writer.start("touchreel", "oracle")
    devices = [Device(rng, rng.choice(KINDS)) for _ in range(rng.choice([1, 2, 2, 3]))]
    facts = [surface_facts(random.Random(f"{seed} {number}")) for number in range(len(devices))]
    session = MCAPSession(rng, writer, devices, facts)
    session.state_palms(random.Random(f"{seed} palms"))
    for time in times(rng, rng.choice([60, 250])):
        session.advance(time * 1000)
    writer.finish()


def surface_facts(rng):
    """How a device lies on its screen, which most do not say."""
    matrix = rng.choice(["0.9 0.1 0 -0.1 1.1 0.05", "0 -1 1 1 0 0", "-1 0 1 0 1 0 0 0 1", "1 0 0 0 1", "1 0 0 0 1 nan"])
    facts = {"LIBINPUT_CALIBRATION_MATRIX": matrix, "TOUCHREEL_ROTATION": rng.choice(["0", "90", "180", "270", "45"])}
    return {fact: value for fact, value in facts.items() if rng.random() < 0.3}


class MCAPSession:
    def __init__(self, rng, writer, devices, facts):
        self.rng, self.writer, self.devices, self.facts = rng, writer, devices, facts
        self.channels, self.opening, self.sequence, self.gone = {}, 0, 0, set()
        self.notes = writer.register_channel("/notes", "json", 0)
        self.board = writer.register_channel("/board", "json", 0)
        for number in range(len(devices)):
            self.open(number)

    def open(self, number):
        device, rng = self.devices[number], self.rng
        metadata = device.metadata() | {"opening": str(self.opening)}
        if self.facts[number]:
            metadata["udev"] = compact(self.facts[number])
        if device.slots and rng.random() < 0.7:
            metadata["slots"] = compact([self.start_slot(device) for _ in device.slots])
        if rng.random() < 0.3:
            metadata["active"] = compact({"1": sorted(key for key in device.keys if rng.random() < 0.3)})
        events = self.writer.register_channel(f"/device/{number}/events", "evdev", 0, metadata)
        sync = self.writer.register_channel(f"/device/{number}/sync", "evdev", 0, {"opening": str(self.opening)})
        self.channels[number] = (events, sync, self.opening)
        self.opening += 1

    def state_palms(self, rng):
        """How long palms are, which not every recording says."""
        if rng.random() < 0.5:
            rules = {"palms": "rejected", "penOverTouch": "silencesFingers", "palmSize": rng.choice([0.5, 1.5, 3])}
            self.send(self.board, 0, compact({"version": 1, "command": "rules", "value": rules}).encode())

    def start_slot(self, device):
        x, y = device.somewhere()
        identifier = self.rng.choice([-1, -1, 70000 + self.rng.randrange(9)])
        return {str(code): {MT_ID: identifier, MT_X: x, MT_Y: y}.get(code, 0) for code in sorted(device.axes)
                if MT_SLOT < code <= 0x3D}

    def send(self, channel, time, data):
        self.sequence += 1
        self.writer.add_message(channel, time, data, time, self.sequence)

    def advance(self, time):
        rng, number = self.rng, self.rng.randrange(len(self.devices))
        if number in self.gone:
            if rng.random() < 0.9:
                return
            self.gone.discard(number)
            self.open(number)
        events, sync, opening = self.channels[number]
        device, fate = self.devices[number], rng.random()
        if fate < 0.01:
            self.send(self.notes, time, compact({"kind": "deviceRemoved", "channel": opening}).encode())
            self.gone.add(number)
        elif fate < 0.02:
            self.open(number)
        elif fate < 0.06:
            self.send(self.board, time, compact({"version": 1} | self.command(opening, device)).encode())
        else:
            frame = device.hostile(device.frame())
            self.send(events, time, packed(frame))
            if (EV_SYN, SYN_DROPPED, 0) in frame and rng.random() < 0.6:
                self.send(sync, time, packed(self.state(device)))

    def command(self, opening, device):
        rng = self.rng
        return rng.choice([
            {"command": "cancel", "value": {"channel": opening, "trackingId": device.next_id - 1, "reason": "window"}},
            {"command": "rules", "value": {"palms": rng.choice(["rejected", "accepted"]),
                                           "penOverTouch": rng.choice(["silencesFingers", "ignored"])}
                | rng.choice([{}, {"palmSize": rng.choice([0.5, 1, 1.5, 3, 300])}])},
            {"command": "size", "value": [rng.choice([640, 1920]), rng.choice([480, 1000.5])]},
            {"command": "mapping", "value": self.mapping()},
            {"command": "color", "value": rng.choice(["#ff0000ff", "#00800080"])},
            {"command": "width", "value": rng.choice([0.5, 9, 40])},
            {"command": "eraserWidth", "value": rng.choice([None, 3, 60.5])},
            {"command": "eraserEnd", "value": rng.choice(["erases", "draws"])},
            {"command": "smoothing", "value": rng.choice(["none", "midpoint", "oneEuro"])},
            {"command": "stacking", "value": rng.choice(["overInk", "underInk"])},
            {"command": "tool", "value": rng.choice(["pencil", "eraser"])},
            {"command": rng.choice(["undo", "redo", "undo", "clear"])},
        ])

    def mapping(self):
        rng = self.rng
        value = {"fit": rng.choice(["aspect", "stretch"]), "rotation": rng.choice([0, 90, 180, 270]),
                 "calibration": rng.choice([[1, 0, 0, 0, 1, 0], [0.9, 0.1, 0, -0.1, 1.1, 0.05]])}
        left_out = random.Random(compact(value))
        return {key: part for key, part in value.items() if key == "fit" or left_out.random() < 0.8}

    def state(self, device):
        """What libevdev says of the device after a loss: all slots, keys and axes."""
        events = [(EV_KEY, BTN_TOUCH, 1)] if device.fingers or device.pen and device.pen[2] else []
        if device.pen:
            x, y = device.pen[1]
            events += [(EV_KEY, device.pen[0], 1), (EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y)]
        for slot in device.slots:
            x, y = device.fingers.get(slot, (0, 0))
            identifier = self.rng.choice([slot, device.next_id + slot]) if slot in device.fingers else -1
            events += [(EV_ABS, MT_SLOT, slot), (EV_ABS, MT_ID, identifier), (EV_ABS, MT_X, x), (EV_ABS, MT_Y, y)]
        if device.slots:
            events.append((EV_ABS, MT_SLOT, self.rng.choice(device.slots)))
        return events + [(EV_SYN, SYN_REPORT, 0)]


def packed(events):
    return b"".join(struct.pack("<HHi", *event) for event in events)


def write(seed, path):
    """Seeds that are odd give evemu, even ones MCAP."""
    if seed % 2:
        path.write_bytes(evemu(seed // 2))
    else:
        with open(path, "wb") as file:
            mcap(seed // 2, file)
