"""Writes the samples of a recording as CSV, as researchers do: evemu's text parsed line by line.

Usage: table.py FILE.evemu, the rows to standard output.
"""

import csv
import sys

ABS, SLOT, MAJOR, X, Y, ID, PRESSURE = 3, 47, 48, 53, 54, 57, 58


def write(name, output):
    rows = csv.writer(output)
    rows.writerow(["time", "touch", "slot", "tracking_id", "x", "y", "pressure", "major"])
    contacts, slot, touch, start = {}, 0, 0, None
    with open(name) as file:
        for line in file:
            if not line.startswith("E: "):
                continue
            _, time, kind, code, value = line.split()[:5]
            kind, code, value = int(kind, 16), int(code, 16), int(value)
            if kind == 0 and code == 0:
                start = float(time) if start is None else start
                for number, contact in contacts.items():
                    if contact["moved"] and contact["touch"] is not None:
                        held = [contact.get(axis) for axis in (ID, X, Y, PRESSURE, MAJOR)]
                        rows.writerow([f"{float(time) - start:.6f}", contact["touch"], number, *held])
                    contact["moved"] = False
            elif kind == ABS and code == SLOT:
                slot = value
            elif kind == ABS and code in (ID, X, Y, PRESSURE, MAJOR):
                contact = contacts.setdefault(slot, {"touch": None})
                contact["moved"] = True
                contact[code] = value
                if code == ID and value < 0:
                    contact["touch"] = None
                elif code == ID:
                    contact["touch"], touch = touch, touch + 1


write(sys.argv[1], sys.stdout)
