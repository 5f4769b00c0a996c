"""docs/touch-model.md, section 2: what a device is."""

from dataclasses import dataclass

from recordings import ABS_X, ABS_Y, EV_ABS, EV_KEY, EV_SYN, MT_SLOT, MT_X, MT_Y, SYN_MT_REPORT

EV_REL = 2
BTN_0, BTN_LEFT, BTN_TOUCH, BTN_STYLUS = 0x100, 0x110, 0x14A, 0x14B
PEN, RUBBER, BRUSH, PENCIL, AIRBRUSH, FINGER, MOUSE, LENS = range(0x140, 0x148)
QUINTTAP, DOUBLETAP, TRIPLETAP, QUADTAP = 0x148, 0x14D, 0x14E, 0x14F
PEN_TOOLS = (PEN, BRUSH, PENCIL, AIRBRUSH)
FINGER_TOOLS = (FINGER, DOUBLETAP, TRIPLETAP, QUADTAP, QUINTTAP)
PROP_POINTER, PROP_DIRECT, PROP_SEMI_MT, PROP_ACCELEROMETER = 0, 1, 3, 6
ABS_Z, ABS_PRESSURE, ABS_DISTANCE, ABS_TILT_X, ABS_TILT_Y = 2, 0x18, 0x19, 0x1A, 0x1B
UNUSED_BEFORE_SLOT = 0x2E


@dataclass
class Layout:
    protocol: str
    kind: str
    pens: bool  # the pointer gives pens
    fingers: bool  # the pointer gives fingers
    slot_count: int

    @property
    def makes_touches(self):
        return self.kind in ("touchscreen", "touchpad", "pen", "penAndTouch")


def has_pen_tool(description):
    return any(description.announces(EV_KEY, tool) for tool in PEN_TOOLS + (RUBBER,))


def has_contact_axes(description):
    axis = lambda code: description.announces(EV_ABS, code)
    return axis(MT_X) and axis(MT_Y) and not axis(UNUSED_BEFORE_SLOT)


def is_pad(description):
    if has_pen_tool(description):
        return False
    if description.announces(EV_KEY, BTN_0) and description.announces(EV_KEY, BTN_STYLUS):
        return True
    ranges = [description.axes.get(code) for code in (ABS_X, ABS_Y)]
    return all(r and r.maximum - r.minimum == 1 for r in ranges)


def protocol(description):
    key = lambda code: description.announces(EV_KEY, code)
    axis = lambda code: description.announces(EV_ABS, code)
    if has_contact_axes(description):
        if PROP_SEMI_MT in description.properties:
            return "semi"
        if axis(MT_SLOT):
            return "B"
        return "A" if description.complete or description.announces(EV_SYN, SYN_MT_REPORT) else "B"
    if not (axis(ABS_X) and axis(ABS_Y)):
        return "none"
    if is_pad(description):
        return "none"
    old = not description.codes.get(EV_REL) and (
        axis(ABS_PRESSURE) or PROP_DIRECT in description.properties and key(BTN_LEFT))
    return "single" if any(map(key, (BTN_TOUCH, FINGER, BTN_STYLUS))) or has_pen_tool(description) or old else "none"


def kind(description, its_protocol):
    key = lambda code: description.announces(EV_KEY, code)
    axis = lambda code: description.announces(EV_ABS, code)
    pen, direct = has_pen_tool(description) or key(BTN_STYLUS), PROP_DIRECT in description.properties
    contacts, position = has_contact_axes(description), axis(ABS_X) and axis(ABS_Y)
    three_axes = position and axis(ABS_Z) and not contacts
    if PROP_ACCELEROMETER in description.properties or three_axes and not description.codes.get(EV_KEY):
        return "other"
    if is_pad(description) and position and not contacts:
        return "other"
    button = any(map(key, range(BTN_LEFT, 0x120)))
    finger = key(FINGER) and (position or contacts)
    relative = description.announces(EV_REL, 0) and description.announces(EV_REL, 1)
    if button and not pen and not finger and not direct and (relative or position and not contacts):
        return "mouse"
    if its_protocol != "none":
        if pen:
            return "penAndTouch" if contacts and (key(BTN_TOUCH) or key(FINGER)) else "pen"
        if direct:
            return "touchscreen"
        if {PROP_POINTER, PROP_SEMI_MT} & description.properties:
            return "touchpad"
        if not description.complete and contacts and not position:
            return "touchscreen"
        return "touchpad" if key(FINGER) else "touchscreen"
    letters = any(0 < code <= 255 for code in description.codes.get(EV_KEY, ()))
    if button and (position or not letters):
        return "mouse"
    return "keyboard" if letters else "other"


def layout(description):
    its_protocol = protocol(description)
    both = description.announces(EV_ABS, ABS_X) and description.announces(EV_ABS, ABS_Y)
    slots = description.axes.get(MT_SLOT)
    return Layout(
        its_protocol,
        kind(description, its_protocol),
        pens=both and (has_pen_tool(description) or description.announces(EV_KEY, BTN_STYLUS)),
        fingers=both and its_protocol not in "AB",
        slot_count=min(256, slots.maximum + 1) if slots and slots.maximum >= 0 else 0,
    )
