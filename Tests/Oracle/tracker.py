"""docs/touch-model.md, sections 4 to 9: the frames of one opening become the steps of its lanes."""

import math
from dataclasses import dataclass, replace

from devices import (ABS_DISTANCE, ABS_PRESSURE, ABS_TILT_X, ABS_TILT_Y, BTN_LEFT, BTN_TOUCH, FINGER, FINGER_TOOLS, LENS,
                     MOUSE, PEN, PEN_TOOLS, RUBBER, layout)
from matching import pairs
from recordings import (ABS_X, ABS_Y, EV_ABS, EV_KEY, EV_SYN, MT_ID, MT_SLOT, MT_X, MT_Y, SYN_DROPPED, SYN_MT_REPORT,
                        SYN_REPORT)

MT_MAJOR, MT_MINOR, MT_ORIENTATION, MT_TOOL, MT_PRESSURE, MT_DISTANCE = 0x30, 0x31, 0x34, 0x37, 0x3A, 0x3B
MT_AXES = range(0x30, 0x3E)
POINTER_AXES = (ABS_X, ABS_Y, ABS_PRESSURE, ABS_DISTANCE, ABS_TILT_X, ABS_TILT_Y)
MOST = 256
OTHER_TOOLS = PEN_TOOLS + (RUBBER, MOUSE, LENS)
MOST_HELD = 1024


@dataclass(frozen=True)
class Sample:
    time: int
    position: tuple
    point: tuple
    tool: str
    pressure: float | None = None
    major: int | None = None
    minor: int | None = None
    orientation: int | None = None
    tilt: tuple | None = None
    hovers: bool = False

    def differs(self, other):
        return replace(self, time=0) != replace(other, time=0)


@dataclass
class Step:
    """What a lane makes: `touch` is the lane's present life, an object that stands for itself."""

    phase: str  # began, moved, ended
    touch: object
    sample: Sample
    after_gap: bool = False


class Life:
    """One life in a lane: from its beginning to its end."""

    def __init__(self, opening, slot, identifier):
        self.opening, self.slot, self.identifier = opening, slot, identifier


class Lane:
    """Section 4."""

    def __init__(self, tracker, slot):
        self.tracker, self.slot = tracker, slot
        self.clear()

    def clear(self):
        self.identifier, self.sample, self.gap, self.life = None, None, False, None

    @property
    def is_open(self):
        return self.sample is not None

    def tell(self, sample, identifier):
        if not self.is_open or self.sample.hovers != sample.hovers or self.identifier != identifier:
            self.end(sample.time)
            self.identifier, self.sample, self.gap = identifier, sample, False
            if not sample.hovers:
                shown = identifier if identifier is not None else self.tracker.next_identifier()
                self.life = Life(self.tracker.opening, self.slot, shown)
                self.tracker.steps.append(Step("began", self.life, sample))
        elif self.gap or sample.differs(self.sample):
            if self.life:
                self.tracker.steps.append(Step("moved", self.life, sample, self.gap))
            self.sample, self.gap = sample, False

    def end(self, time):
        if self.life:
            self.tracker.steps.append(Step("ended", self.life, replace(self.sample, time=time)))
        self.clear()


class Place:
    """Section 9: which axes of a position have been told since a loss."""

    def __init__(self):
        self.untold, self.frames, self.corrected = set(), 0, False

    def lose(self):
        self.untold, self.frames, self.corrected = {"x", "y"}, 0, False

    def tell(self, axis):
        if axis in self.untold and self.frames >= 8:
            self.corrected = True
        self.untold.discard(axis)

    def is_untold(self):
        return bool(self.untold) and self.frames < 8

    def is_known(self, told):
        if self.untold and told:
            self.frames += 1
        return not self.untold or self.frames >= 8

    def disown(self):
        self.lose()
        self.corrected = True

    def leaps(self):
        corrected, self.corrected = self.corrected, False
        return corrected


class Slot:
    """Section 5."""

    def __init__(self, announced, start=None):
        self.values, self.has, self.certain = {MT_ID: -1}, set(announced), MT_ID in (start or {})
        self.values.update(start or {})
        self.reported = set()
        self.unnamed, self.place = False, Place()
        self.before, self.brief = -1, []

    @property
    def identifier(self):
        return max(self.values[MT_ID], -1)

    def take_identifier(self, value):
        """Section 5, within one frame."""
        if MT_ID not in self.reported:
            self.before = self.identifier
        elif value < 0 <= self.identifier != self.before and not self.place.is_untold():
            self.brief.append((dict(self.values), set(self.has), self.identifier))

    def state(self):
        return dict(self.values), set(self.has)

    def give_back(self, state):
        self.values, self.has = dict(state[0]), set(state[1])
        self.reported, self.certain, self.unnamed, self.brief = set(), False, False, []


class Held:
    """Section 9: what unnamed events told, where they could be of several slots."""

    def __init__(self):
        self.values, self.past, self.changed, self.lifted = {}, [], False, False

    def take(self, code, value):
        if code == MT_ID:
            self.lifted = self.lifted or value < 0
        else:
            self.values[code], self.changed = value, True

    def frame_ends(self, time):
        if self.changed and {MT_X, MT_Y} <= self.values.keys():
            self.past.append((time, dict(self.values)))
        self.changed = False


class Slots:
    """The slots of protocol B, and the corners of semi-MT."""

    def __init__(self, description, count):
        self.description = description
        self.announced = {code for code in MT_AXES if description.announces(EV_ABS, code)}
        starts = description.slots or []
        self.slots = [Slot(self.announced, starts[i] if i < len(starts) else None) for i in range(count)]
        self.named = [i for i, slot in enumerate(self.slots) if slot.certain and slot.identifier >= 0]
        axis = description.axes.get(MT_SLOT)
        self.held, self.taken, self.passing = None, None, []
        self.choose(axis.value if axis else 0)

    def choose(self, number):
        if self.tell_held(number):
            self.taken = None
        if self.taken:
            taken, before = self.taken
            self.slots[taken].place.disown()
            if taken == number:
                self.slots[taken].give_back(before)
        self.held = self.taken = None
        while not self.description.complete and len(self.slots) <= number < MOST:
            self.slots.append(Slot(()))
        self.current = number if 0 <= number < len(self.slots) else None

    def take(self, code, value):
        if code == MT_SLOT:
            self.choose(value)
        elif code in MT_AXES and self.current is None:
            if self.held:
                self.held.take(code, value)
        elif code in MT_AXES:
            slot = self.slots[self.current]
            if code == MT_ID:
                slot.take_identifier(value)
            slot.values[code] = value
            slot.has.add(code)
            slot.reported.add(code)
            slot.place.tell({MT_X: "x", MT_Y: "y"}.get(code))
            if self.current not in self.named:
                self.named.append(self.current)

    def frame_ends(self):
        self.named = []
        for slot in self.slots:
            slot.reported, slot.brief = set(), []

    def finish_held(self, time, touch_key):
        if self.held:
            self.held.frame_ends(time)
            if self.held.lifted or len(self.held.past) >= MOST_HELD or touch_key:
                self.tell_held(None)

    def tell_held(self, other):
        """Section 9: unnamed events are those of the nearest contact. Returns whether there is one."""
        held = self.held
        occupied = [i for i, slot in enumerate(self.slots) if slot.identifier >= 0 and i != other]
        if not held or not {MT_X, MT_Y} <= held.values.keys() or not occupied:
            return False
        first = held.past[0][1] if held.past else held.values

        def distance(number):
            values = self.slots[number].values
            return sum(abs(values.get(axis, 0) - first[axis]) for axis in (MT_X, MT_Y))

        self.current = min(occupied, key=distance)
        slot = self.slots[self.current]
        self.held, self.taken = None, (self.current, slot.state())
        self.passing = [
            (self.current, time, {**slot.values, **values}, slot.has | values.keys()) for time, values in held.past]
        for code, value in held.values.items():
            self.take(code, value)
        if held.lifted:
            self.take(MT_ID, -1)
        return True

    def lose(self):
        self.held = self.taken = None
        if sum(slot.identifier >= 0 for slot in self.slots) > 1:
            self.current = None
        if self.current is None:
            self.held = Held()
        else:
            self.taken = self.current, self.slots[self.current].state()
        for slot in self.slots:
            slot.certain = slot.unnamed = False
            slot.place.lose()


class Contacts:
    """The contacts of protocol A in the frame at hand."""

    def __init__(self):
        self.position = {MT_X: 0, MT_Y: 0}
        self.clear()

    def clear(self):
        self.contacts, self.values, self.has_report = [], {}, False

    def take(self, code, value):
        if code in MT_AXES:
            self.values[code] = value
            if code in self.position:
                self.position[code] = value

    def close(self):
        self.has_report = True
        is_none = self.values.get(MT_ID, 0) < 0
        if self.values and not is_none and len(self.contacts) < MOST:
            self.contacts.append(({**self.values, **self.position}, set(self.values)))
        self.values = {}


class Pointer:
    """Section 7: the state of the one contact at ABS_X, ABS_Y."""

    def __init__(self, description):
        self.axes = {code: description.axes[code].value if code in description.axes else 0 for code in POINTER_AXES}
        self.down = {key for key in description.keys_down if 0x140 <= key <= 0x14F or key == BTN_LEFT}
        self.last_pen, self.place = PEN, Place()
        self.contact, self.uncertain_groups = "certain", []
        self.most_without, self.least_with = 0, None
        self.frame_ends()
        self.looked_at = bool(self.down)

    def frame_ends(self):
        self.looked_at, self.reported, self.told, self.pressed = False, set(), {}, False
        self.ever_down = set(self.down)
        self.fingers_before = self.fingers

    @property
    def fingers(self):
        return self.down & set(FINGER_TOOLS)

    def take(self, kind, code, value):
        if kind == EV_ABS and code in POINTER_AXES:
            self.axes[code] = value
            self.reported.add(code)
            self.place.tell({ABS_X: "x", ABS_Y: "y"}.get(code))
            self.looked_at = True
            self.pressed = self.pressed or code == ABS_PRESSURE and value > 0
        elif kind == EV_KEY and (0x140 <= code <= 0x14F or code == BTN_LEFT):
            for group in [group for group in self.uncertain_groups if code in group]:
                self.down -= set(group)
                self.uncertain_groups.remove(group)
            (self.down.add if value else self.down.discard)(code)
            self.ever_down |= self.down
            self.looked_at = True
            self.told.setdefault(code, []).append(value)
            if value and code in PEN_TOOLS + (RUBBER,):
                self.last_pen = code

    def lose(self):
        self.frame_ends()
        self.contact, self.uncertain_groups = "open", [FINGER_TOOLS, OTHER_TOOLS]
        self.place.lose()


def tool_type(value):
    return {1: "pen", 2: "palm"}.get(value, "finger")


class Tracker:
    """One opening of a device."""

    def __init__(self, opening, description, place):
        """`place` maps device units to the board's point."""
        self.opening, self.description, self.place = opening, description, place
        self.layout = layout(description)
        self.steps, self.identifiers, self.had_major = [], 0, False
        self.slots = Slots(description, self.layout.slot_count) if self.layout.protocol in ("B", "semi") else None
        self.contacts = Contacts() if self.layout.protocol == "A" else None
        self.pointer = Pointer(description) if self.layout.pens or self.layout.fingers else None
        self.pointer_lane, self.lanes = Lane(self, 0), []
        self.corners, self.had_corners, self.touch_key = False, False, False
        # Section 6: whether BTN_TOUCH is down, None where that is not known; and its values in the current frame.
        self.touch_state, self.touch_told = (True if BTN_TOUCH in description.keys_down else None), []
        self.dropping, self.frame, self.held = False, [], []

    def next_identifier(self):
        self.identifiers += 1
        return -1 - self.identifiers

    def part(self, events):
        """Events that take effect before their SYN_REPORT."""
        if (EV_SYN, SYN_DROPPED) in {event[:2] for event in events}:
            self.dropping = True
        if not self.dropping:
            self.apply(events)

    def play(self, events, time):
        """A frame. Returns its steps and whether it was dropped."""
        self.part(events)
        self.steps = []
        if not self.layout.makes_touches:
            return [], False
        if self.dropping:
            self.lose()
            self.dropping = False
            return [], True
        self.report(time)
        return self.steps, False

    def apply(self, events):
        for kind, code, value in events:
            if kind == EV_ABS:
                if self.slots:
                    self.slots.take(code, value)
                if self.contacts:
                    self.contacts.take(code, value)
            elif kind == EV_SYN and code == SYN_MT_REPORT and self.contacts:
                self.contacts.close()
            elif kind == EV_KEY and code == BTN_TOUCH:
                self.touch_key, self.touch_state = True, value != 0
                self.touch_told.append(value)
            if self.pointer:
                self.pointer.take(kind, code, value)

    def report(self, time, contacts_speak=True, is_state=False):
        multitouch = bool(self.slots and self.slots.named or self.contacts and self.contacts.contacts)
        if self.layout.protocol == "B":
            self.report_slots(time)
        elif self.contacts and contacts_speak:
            self.report_contacts(time)
        corners = self.corners_are_there()
        if self.pointer:
            if corners != self.corners:
                self.pointer.looked_at = True
            self.had_corners = corners and (self.corners or not self.corners_began())
            self.corners = corners
            self.report_pointer(time, multitouch, is_state)
            self.pointer.frame_ends()
        if self.slots:
            self.slots.frame_ends()
        if self.contacts:
            self.contacts.clear()
        self.touch_key, self.touch_told = False, []

    # Section 5

    def lane(self, number):
        while len(self.lanes) <= number:
            self.lanes.append(Lane(self, len(self.lanes)))
        return self.lanes[number]

    def report_slots(self, time):
        self.slots.finish_held(time, self.touch_key)
        for number, then, values, has in self.slots.passing:
            identifier = max(values[MT_ID], -1)
            self.lane(number).tell(self.contact(values, has, then), identifier if identifier >= 0 else None)
        self.slots.passing = []
        for number in self.slots.named:
            slot, lane = self.slots.slots[number], self.lane(number)
            for values, has, identifier in slot.brief:
                lane.tell(self.contact(values, has, time), identifier)
                lane.end(time)
            if MT_ID in slot.reported:
                slot.certain, slot.unnamed = True, False
            elif not slot.certain and (lane.is_open or slot.reported & {MT_X, MT_Y}):
                slot.certain, slot.unnamed = True, slot.identifier < 0
            if not slot.certain:
                continue
            if slot.identifier < 0 and not slot.unnamed:
                lane.end(time)
                continue
            identifier = slot.identifier if slot.identifier >= 0 else None
            if slot.place.is_known(slot.reported & {MT_X, MT_Y}):
                if slot.place.leaps() and lane.is_open:
                    lane.gap = True
                lane.tell(self.contact(slot.values, slot.has, time), identifier)
            elif lane.identifier != identifier:
                lane.end(time)
        if self.touch_key:
            for number, slot in enumerate(self.slots.slots):
                if not slot.certain:
                    self.lane(number).end(time)

    def contact(self, values, has, time):
        value = lambda code: values.get(code, 0) if code in has else None
        axis = self.description.axes.get(MT_PRESSURE)
        pressure = value(MT_PRESSURE)
        if pressure is not None:
            pressure = normalised(pressure, axis)
        self.had_major |= MT_MAJOR in has and value(MT_MAJOR) > 0
        hovers = MT_DISTANCE in has and value(MT_DISTANCE) > 0
        silent = self.contacts and MT_MAJOR in has and value(MT_MAJOR) <= 0 and MT_PRESSURE not in has
        position = (values.get(MT_X, 0), values.get(MT_Y, 0))
        return Sample(
            time, position, self.place(*position), tool_type(value(MT_TOOL)), pressure, value(MT_MAJOR),
            value(MT_MINOR), value(MT_ORIENTATION), None, hovers or silent and self.had_major)

    # Section 6

    def report_contacts(self, time):
        if not self.contacts.contacts and not self.contacts.has_report and self.touch_state is not False:
            return
        opened = [lane for lane in self.lanes if lane.is_open]
        before = set(map(id, opened))
        continues = {}
        contacts = [(values, has, values.get(MT_ID, -1)) for values, has in self.contacts.contacts]
        for index, (_, _, identifier) in enumerate(contacts):
            if identifier >= 0:
                lane = next((lane for lane in opened if lane.identifier == identifier and lane not in continues.values()),
                            None)
                if lane:
                    continues[index] = lane
        anonymous = [index for index, contact in enumerate(contacts) if contact[2] < 0]
        without = [lane for lane in opened if lane.identifier is None]
        position = lambda index: (contacts[index][0][MT_X], contacts[index][0][MT_Y])
        for i, j in pairs([position(index) for index in anonymous], [lane.sample.position for lane in without]):
            if without[j].gap or self.is_near(position(anonymous[i]), without[j].sample.position):
                continues[anonymous[i]] = without[j]
        for index in range(len(contacts)):
            if index not in continues:
                free = (lane for lane in self.lanes if id(lane) not in before and lane not in continues.values())
                continues[index] = next(free, None) or self.lane(len(self.lanes))
        contact_of = {id(lane): contacts[index] for index, lane in continues.items()}
        for lane in list(self.lanes):
            if id(lane) in contact_of:
                values, has, identifier = contact_of[id(lane)]
                lane.tell(self.contact(values, has, time), identifier if identifier >= 0 else None)
            else:
                lane.end(time)
        if 1 in self.touch_told and not self.touch_state:
            for lane in self.lanes:
                lane.end(time)

    def is_near(self, new, old):
        for code, a, b in zip((MT_X, MT_Y), new, old):
            axis = self.description.axes.get(code)
            surface = self.description.complete or self.description.own_ranges
            third = (axis.maximum - axis.minimum) // 3 if surface and axis and axis.maximum > axis.minimum else 2**32
            if abs(a - b) > third:
                return False
        return True

    # Section 7

    def corners_are_there(self):
        if self.layout.protocol != "semi":
            return False
        for number in self.slots.named:
            slot = self.slots.slots[number]
            if MT_ID in slot.reported:
                slot.unnamed = False
            elif not slot.certain:
                slot.unnamed = slot.identifier < 0
            slot.certain = True
        return any(slot.certain and (slot.unnamed or slot.identifier >= 0) for slot in self.slots.slots)

    def corners_began(self):
        slots = [self.slots.slots[number] for number in self.slots.named]
        return any(MT_ID in slot.reported and slot.identifier >= 0 for slot in slots)

    def touches(self):
        key = lambda code: self.description.announces(EV_KEY, code)
        if self.corners:
            return True
        if key(BTN_TOUCH):
            return BTN_TOUCH in self.pointer.down
        if self.description.announces(EV_ABS, ABS_PRESSURE):
            return self.pointer.axes[ABS_PRESSURE] > 0
        return BTN_LEFT in self.pointer.down

    def pointer_tool(self, within=None):
        """`within`: the keys of a pointer that touched within the frame."""
        down = self.pointer.down if within is None else within
        fingers = self.pointer.fingers if within is None else within & set(FINGER_TOOLS)
        if self.layout.pens:
            if RUBBER in down:
                return "eraser"
            if down & set(PEN_TOOLS):
                return "pen"
        if not self.layout.fingers or down & {MOUSE, LENS}:
            return None
        if fingers:
            return "finger"
        if within is not None or self.touches():
            return "pen" if self.layout.pens else "finger"
        return None

    def report_pointer(self, time, multitouch, is_state):
        pointer, lane = self.pointer, self.pointer_lane
        if not pointer.looked_at:
            return
        self.assume_tool(multitouch)
        before = pointer.contact
        touches = self.settle(is_state)
        is_known = pointer.place.is_known(pointer.reported & {ABS_X, ABS_Y})
        tool = self.pointer_tool()
        is_open = pointer.contact == "open"
        leaps = pointer.place.leaps() or pointer.fingers != pointer.fingers_before
        if is_open and len(self.held) >= MOST_HELD:
            self.set_contact(False)
            is_open, touches, pointer.contact = False, False, "inferred"
        if touches == "pressed" or before == "open" and touches is False:
            self.held = []
            if self.pointer_lane.life:
                lane.end(time)
        elif before == "open" and touches:
            held, self.held = self.held, []
            for sample, leaps in held:
                self.tell_pointer(replace(sample, hovers=False), leaps)
        if is_known and not is_open and not is_state and not lane.life and self.was_pressed() and not self.touches():
            brief = self.pointer_tool(pointer.ever_down)
            if brief:
                lane.end(time)
                lane.tell(replace(self.pointer_sample(brief, time), hovers=False), None)
                lane.end(time)
        if tool is None:
            lane.end(time)
        elif is_open:
            if is_known:
                self.held.append((self.pointer_sample(tool, time), leaps))
        else:
            if lane.is_open and lane.sample.tool != tool:
                lane.end(time)
            if leaps and lane.is_open:
                lane.gap = True
            sample = self.pointer_sample(tool, time)
            if is_known or sample.hovers:
                self.tell_pointer(sample)

    def was_pressed(self):
        """Section 7, within one frame: the contact was told."""
        key = self.contact_key()
        return self.pointer.pressed if key is None else 1 in self.pointer.told.get(key, [])

    def tell_pointer(self, sample, leaps=False):
        lane = self.pointer_lane
        if lane.is_open and lane.sample.tool != sample.tool:
            lane.end(sample.time)
        if leaps and lane.is_open:
            lane.gap = True
        lane.tell(sample, None)

    # Section 9: the uncertain pointer

    def contact_key(self):
        """The key that tells the contact; None where the pressure does."""
        if self.description.announces(EV_KEY, BTN_TOUCH):
            return BTN_TOUCH
        return None if self.description.announces(EV_ABS, ABS_PRESSURE) else BTN_LEFT

    def set_contact(self, is_down):
        key = self.contact_key()
        (self.pointer.down.add if is_down else self.pointer.down.discard)(key)

    def assume_tool(self, multitouch):
        pointer = self.pointer
        told = pointer.reported & {ABS_X, ABS_Y, ABS_PRESSURE, ABS_DISTANCE}
        if OTHER_TOOLS in pointer.uncertain_groups and self.layout.pens and told and not multitouch:
            if not pointer.down & {*OTHER_TOOLS, *FINGER_TOOLS}:
                pointer.down.add(pointer.last_pen)

    def settle(self, is_state):
        """Whether it touches: True, False, "pressed" where it was up until this frame's press, None where nothing was shown."""
        pointer, key = self.pointer, self.contact_key()
        if pointer.contact == "certain":
            axis = self.description.axes.get(ABS_PRESSURE)
            if key == BTN_TOUCH and axis and axis.maximum > axis.minimum and self.pointer_tool():
                pressure = pointer.axes[ABS_PRESSURE]
                if BTN_TOUCH in pointer.down:
                    least = pointer.least_with
                    pointer.least_with = pressure if least is None else min(least, pressure)
                else:
                    pointer.most_without = max(pointer.most_without, pressure)
            return None
        if key is None:
            pointer.contact = "certain"
            self.held = []
            return None
        if is_state or pointer.told.get(key):
            pointer.contact = "certain"
            if is_state:
                return True if self.touches() else "pressed"
            return "pressed" if 1 in pointer.told[key] and not self.had_corners else True
        shown = self.evidence()
        if shown is not None:
            pointer.contact = "inferred"
            self.set_contact(shown)
        return shown

    def evidence(self):
        pointer = self.pointer
        if any(tool in pointer.told for tool in OTHER_TOOLS):
            return False
        if any(tool in pointer.told for tool in FINGER_TOOLS) and not pointer.fingers:
            return False
        if self.corners:
            return True
        axis = self.description.axes.get(ABS_PRESSURE)
        if axis and axis.maximum > axis.minimum:
            pressure = pointer.axes[ABS_PRESSURE]
            if ABS_PRESSURE in pointer.reported:
                least = pointer.least_with
                if pressure > max(0, pointer.most_without):
                    if normalised(pressure, axis) >= 0.01 or least is not None and pressure >= least:
                        return True
                elif pressure < (1 if least is None else least) and (pressure <= 0 or not self.touches()):
                    return False
        elif ABS_DISTANCE in pointer.reported:
            if pointer.axes[ABS_DISTANCE] <= 0:
                return True
            if not self.touches():
                return False
        is_screen = self.layout.fingers and not self.layout.pens and not self.description.announces(EV_KEY, FINGER)
        return True if is_screen and pointer.reported & {ABS_X, ABS_Y} else None

    def pointer_sample(self, tool, time):
        axes, described = self.pointer.axes, self.description.axes
        position = (axes[ABS_X], axes[ABS_Y])
        tilt = None
        if ABS_TILT_X in described or ABS_TILT_Y in described:
            tilt = tuple(degrees(axes[code], described.get(code)) for code in (ABS_TILT_X, ABS_TILT_Y))
        return Sample(
            time, position, self.place(*position), tool, normalised(axes[ABS_PRESSURE], described.get(ABS_PRESSURE)),
            tilt=tilt, hovers=not self.touches())

    # Section 9

    def lose(self):
        if self.slots:
            self.slots.lose()
            self.slots.frame_ends()
        if self.contacts:
            self.contacts.clear()
        self.corners, self.touch_state, self.touch_told = False, None, []
        if self.pointer:
            self.pointer.lose()
            self.held = []
        for lane in self.lanes + [self.pointer_lane]:
            if lane.is_open:
                lane.gap = True

    def sync(self, events, time):
        """Section 9.1. Returns the steps."""
        self.steps = []
        if not self.layout.makes_touches or all(event[:2] == (EV_SYN, SYN_REPORT) for event in events):
            return []
        if self.pointer:
            self.pointer.down.clear()
            self.pointer.uncertain_groups = []
            self.pointer.looked_at = True
        self.touch_state = False
        if self.slots and any(event[:2] == (EV_ABS, MT_SLOT) for event in events):
            self.slots.held = self.slots.taken = None
        self.apply(events)
        if (EV_KEY, BTN_TOUCH, 1) in events or not self.touch_key:
            self.touch_key = False
        if self.slots and self.layout.protocol == "B":
            for number in self.slots.named:
                lane, identifier = self.lane(number), self.slots.slots[number].identifier
                if lane.is_open and lane.identifier is None and identifier >= 0:
                    lane.identifier = identifier
        contacts_speak = any(kind == EV_ABS and code in MT_AXES for kind, code, _ in events)
        self.report(time, contacts_speak, is_state=True)
        return self.steps

    def pen_is_near(self):
        """Section 10."""
        if self.pointer_lane.is_open and self.pointer_lane.sample.tool in ("pen", "eraser"):
            return True
        if self.held and self.held[-1][0].tool in ("pen", "eraser"):
            return True
        announced = self.description.announces(EV_ABS, MT_TOOL)
        return announced and any(lane.is_open and lane.sample.tool == "pen" for lane in self.lanes)

    def end_all(self, time):
        self.steps = []
        for lane in self.lanes + [self.pointer_lane]:
            lane.end(time)
        return self.steps


def normalised(value, axis):
    if not axis or axis.maximum <= axis.minimum:
        return None
    return min(max((value - axis.minimum) / (axis.maximum - axis.minimum), 0), 1)


def degrees(value, axis):
    if axis and axis.resolution > 0:
        return value * 180 / (math.pi * axis.resolution)
    return value if axis else 0
