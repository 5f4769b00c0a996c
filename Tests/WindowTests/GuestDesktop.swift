import Foundation
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelInputEvents

/// A desktop in the guest: a Wayland compositor on the guest kernel's own input devices, and in it a window of
/// `touchreel`, all of an ordinary user.
///
/// The compositor is sway. Cage, which is smaller, does not pass pens on to its programs. Scenarios share a boot of the
/// guest where they can: each begins with a compositor of its own.
enum GuestDesktop {
  static let isReady = Guest.isReady && missing.isEmpty
  static let absence: Comment =
    Guest.isReady ? "skipped: not installed: \(missing.joined(separator: ", ")) (scripts/test does)" : Guest.absence
  private static let missing = ["sway", "seatd", "grim"].filter { Programs.installed($0) == nil }

  static let size = PixelSize(width: 1280, height: 800)
  /// Below the header bar.
  static let places = DrawingPlaces(canvas: PixelRect(minX: 0, minY: 47, maxX: size.width, maxY: size.height))
  /// A window that covers the screen has no header bar.
  static let fullScreen = DrawingPlaces(canvas: size.bounds)

  /// Such a window on the second of two screens.
  static let secondScreen = DrawingPlaces(
    canvas: PixelRect(x: size.width, y: 0, width: size.width, height: size.height))

  /// Units of the touchscreen to a pixel, and of the pen.
  static let (touchUnits, penUnits): (Int32, Int32) = (3, 10)

  static let touchscreen: DeviceDescription = {
    var device = DeviceDescription.screen("Desktop Touchscreen")
    device.axes[.positionX] = AbsoluteAxis(minimum: 0, maximum: Int32(size.width) * touchUnits - 1, resolution: 10)
    device.axes[.positionY] = AbsoluteAxis(minimum: 0, maximum: Int32(size.height) * touchUnits - 1, resolution: 10)
    return device
  }()

  static let pen: DeviceDescription = {
    var device = DeviceDescription.pen("Desktop Pen")
    device.codes[.key]?.insert(.stylus2)
    device.axes[.x] = AbsoluteAxis(minimum: 0, maximum: Int32(size.width) * penUnits - 1, resolution: 100)
    device.axes[.y] = AbsoluteAxis(minimum: 0, maximum: Int32(size.height) * penUnits - 1, resolution: 100)
    return device
  }()

  /// - `prefer KEY=VALUE…`: what the user has chosen before; without it, that fingers only draw.
  /// - `belong SCREEN`: has udev say that all input devices are part of a screen.
  /// - `desktop ARGUMENTS`: starts the compositor with `touchreel ARGUMENTS` in it; the devices have to be there, and
  ///   the nodes `permitted` may be read by the user. There are as many screens as `screens` says, one beside the
  ///   other; 1 without it. The first is as large as `resolution` says.
  /// - `see PLACE COLOR`, `unsee PLACE COLOR`: waits until the pixel has the colour, or another one.
  /// - `ink AREA`, `blank AREA`: waits until not all of it is white, or all of it.
  /// - `recorded PATTERN`: waits until a line of the touches that are recorded matches; `written PATTERN`, one of the
  ///   events.
  /// - `turn TRANSFORM`: turns the first screen.
  /// - `keep NAME`: keeps what is seen and what is recorded.
  /// - `closed`: waits until the program has ended, and keeps what it leaves.
  static let library = """
    home=/run/desk
    for program in sway seatd guest-player; do pkill -x $program || true; done
    while pgrep -x 'sway|seatd' >/dev/null; do sleep 0.1; done
    rm -rf $home /run/udev/rules.d /run/seatd.sock
    prefer() {
      mkdir -p $home/.config/touchreel
      printf '%s\\n' '[window]' "$@" >$home/.config/touchreel/window.ini
    }
    belong() {
      mkdir -p /run/udev/rules.d
      echo "SUBSYSTEM==\\"input\\", ENV{WL_OUTPUT}=\\"$1\\"" >/run/udev/rules.d/99-screen.rules
    }
    desktop() {
      mkdir -p $home /run/programs
      [ -e $home/.config/touchreel/window.ini ] || prefer gestures=false
      # File by file, as ordinary users may not enter the folder of a build.
      for name in touchreel touchreel-window; do
        mountpoint -q /run/programs/$name && continue
        touch /run/programs/$name
        mount --bind "$(dirname "$(command -v touchreel)")/$name" /run/programs/$name
      done
      printf '%s\\n' 'xwayland disable' 'default_border none' "output HEADLESS-1 resolution ${resolution:-\(size.width)x\(size.height)} position 0 0" \\
        'output HEADLESS-2 resolution \(size.width)x\(size.height) position \(size.width) 0' "exec $home/program" >$home/config
      printf '%s\\n' '#!/bin/sh' "cd $home" "/run/programs/touchreel $* 2>err & echo \\$! >pid" 'wait $!' 'echo $? >status' >$home/program
      chmod 755 $home/program
      chown -R nobody $home
      export SYSTEMD_IGNORE_CHROOT=1 XDG_RUNTIME_DIR=$home HOME=$home
      pgrep -x systemd-udevd >/dev/null || /lib/systemd/systemd-udevd --daemon
      udevadm control --reload
      udevadm trigger --action=add -s input
      udevadm settle
      [ -z "${permitted:-}" ] || chmod 666 $permitted
      SEATD_VTBOUND=0 setsid seatd -u nobody >seatd 2>&1 &
      until grep -q 'seatd started' seatd; do sleep 0.1; done
      LIBSEAT_BACKEND=seatd WLR_BACKENDS=${backends:-headless,libinput} WLR_HEADLESS_OUTPUTS=${screens:-1} WLR_RENDERER=pixman GSK_RENDERER=cairo \\
        GDK_BACKEND=wayland GTK_A11Y=none LANG=C.UTF-8 DBUS_SESSION_BUS_ADDRESS=disabled: GSETTINGS_BACKEND=memory \\
        setsid setpriv --reuid=nobody --regid=nogroup --clear-groups sway -c $home/config >sway 2>&1 &
      until [ -S $home/wayland-1 ]; do sleep 0.1; done
      export WAYLAND_DISPLAY=wayland-1
      trap 'grim last.png; cp $home/err .; ls -l $home' EXIT
    }
    pixel() { grim -g "$1,$2 1x1" -t ppm - | tail -c 3 | od -An -tx1 | tr -d ' \\n'; }
    see() { until [ "$(pixel $1 $2)" = $3 ]; do sleep 0.1; done; }
    unsee() { while [ "$(pixel $1 $2)" = $3 ]; do sleep 0.1; done; }
    ink() { until grim -g "$1" -t ppm - | tail -c 1000 | od -An -v -tx1 | grep -q '[0-9a-e]'; do sleep 0.1; done; }
    blank() { while grim -g "$1" -t ppm - | tail -c 1000 | od -An -v -tx1 | grep -q '[0-9a-e]'; do sleep 0.1; done; }
    recorded() { until touchreel dump --touches $home/session.mcap 2>/dev/null | grep -q "$1"; do sleep 0.1; done; }
    written() { until touchreel dump $home/session.mcap 2>/dev/null | grep -q "$1"; do sleep 0.1; done; }
    # On a busy machine sway may answer later than swaymsg waits.
    turn() { until swaymsg -s $(echo $home/sway-ipc.*) output HEADLESS-1 transform $1; do sleep 0.1; done; }
    keep() { grim $1.png; cp $home/session.mcap $1.mcap; }
    next() { echo 1 >$1; }
    closed() {
      until [ -s $home/status ]; do sleep 0.1; done
      cp $home/session.mcap $home/status $home/err .
      trap - EXIT
    }
    """
}

/// Boots of the guest that several suites share.
extension GuestDesktop {
  /// Desktops without devices of their own, with other screens, and with a pen.
  static let others = Result {
    try GuestSession(
      [
        NoTouchTests.scenario, RefusedSession.scenario, SecondScreenSession.scenario, PenSession.scenario,
        StudyPenTests.scenario,
      ], seconds: 900)
  }
  /// Menus and dialogs by touch.
  static let menus = Result {
    try GuestSession(MenuTouchTests.scenarios + [DialogTouchTests.scenario], seconds: 600)
  }
}

/// Words of the shell.
extension GuestDesktop {
  static func text(_ place: Place) -> String { "\(place.x) \(place.y)" }

  /// Waits until the bars are back: a tool that is not chosen is grey around its icon.
  static func seeBars(_ places: DrawingPlaces, with tool: String = "text") -> String {
    "see \(text(places.toolMark(tool))) f6f5f4"
  }

  /// Waits until the window is open, and the board has grown to all of it.
  static func seeOpen(_ places: DrawingPlaces) -> String {
    seeBars(places) + "; see \(text(Place(x: places.canvas.maxX - 10, y: places.canvas.y + 200))) ffffff"
  }

  static func seeNoBars(_ places: DrawingPlaces) -> String { "see \(text(places.toolMark("text"))) ffffff" }

  /// Waits until the player has tapped a tool and the tool is chosen.
  static func chosen(_ tool: String, _ stage: String, _ places: DrawingPlaces) -> [String] {
    ["await \(stage)", "unsee \(text(places.toolMark(tool))) f6f5f4", "next \(stage)-on"]
  }
}

extension PlayerScript {
  mutating func finger(_ slot: Int32, downAt place: Place, id: Int32) {
    down(slot, id: id, at: Int32(place.x) * GuestDesktop.touchUnits, Int32(place.y) * GuestDesktop.touchUnits)
  }

  mutating func finger(_ slot: Int32, to place: Place) {
    move(slot, to: Int32(place.x) * GuestDesktop.touchUnits, Int32(place.y) * GuestDesktop.touchUnits)
  }

  /// A finger is down for some frames, then lifted.
  mutating func tap(_ place: Place, id: Int32) {
    finger(0, downAt: place, id: id)
    set(.key, .touch, 1)
    for _ in 0..<8 { frame() }
    up(0)
    set(.key, .touch, 0)
    frame()
  }

  /// A finger draws a line.
  mutating func draw(_ line: (from: Place, to: Place), id: Int32) {
    fingers(downAt: [line.from], id: id)
    for step in 1...30 { fingers(to: [DesktopSession.between(line, step, of: 30)]) }
    liftFingers(1)
  }

  /// Fingers come at once, in the first slots.
  mutating func fingers(downAt places: [Place], id: Int32) {
    for (slot, place) in places.enumerated() { finger(Int32(slot), downAt: place, id: id + Int32(slot)) }
    set(.key, .touch, 1)
    frame()
  }

  mutating func fingers(to places: [Place]) {
    for (slot, place) in places.enumerated() { finger(Int32(slot), to: place) }
    frame()
  }

  mutating func liftFingers(_ count: Int) {
    for slot in 0..<count { up(Int32(slot)) }
    set(.key, .touch, 0)
    frame()
  }

  mutating func pen(to place: Place) {
    set(.absolute, .x, Int32(place.x) * GuestDesktop.penUnits)
    set(.absolute, .y, Int32(place.y) * GuestDesktop.penUnits)
  }

  /// The shell goes on when this is reached, and this goes on when the shell has come to `next NAME-on`.
  mutating func meet(_ name: String) {
    touch(file: name)
    wait(for: "\(name)-on")
  }
}
