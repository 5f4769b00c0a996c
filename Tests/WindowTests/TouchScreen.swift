import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// A screen in memory with a touchscreen of ten fingers: an X server without a display, whose touches are those of its
/// test driver.
final class TouchScreen {
  static let isAvailable = VirtualScreen.isAvailable && Programs.installed("Xorg") != nil && geteuid() == 0
  static let absence: Comment = """
    skipped: no Xorg with its dummy driver (scripts/test installs it), no Xvfb, xdotool or ImageMagick, or not run as root, \
    as Xorg wants to be without a console
    """

  let screen: VirtualScreen
  private let driver: TestInputDriver
  /// Removed with it.
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let (configuration, socket) = (folder.path("xorg.conf"), folder.path("fingers"))
    try Self.configuration(socket: socket).write(toFile: configuration, atomically: true, encoding: .utf8)
    screen = try VirtualScreen(
      server: "Xorg",
      ["-config", configuration, "-logfile", folder.path("log"), "-sharevts", "-novtswitch"])
    driver = try TestInputDriver(socket)
  }

  private static func configuration(socket: String) -> String {
    """
    Section "ServerFlags"
      Option "AutoAddDevices" "false"
      Option "DontVTSwitch" "true"
    EndSection
    Section "InputDevice"
      Identifier "fingers"
      Driver "inputtest"
      Option "SocketPath" "\(socket)"
      Option "DeviceType" "Touch"
      Option "TouchCount" "10"
    EndSection
    Section "InputDevice"
      Identifier "mouse"
      Driver "inputtest"
      Option "SocketPath" "\(socket)-mouse"
      Option "DeviceType" "PointerAbsolute"
    EndSection
    Section "InputDevice"
      Identifier "keyboard"
      Driver "inputtest"
      Option "SocketPath" "\(socket)-keyboard"
      Option "DeviceType" "Keyboard"
    EndSection
    Section "Device"
      Identifier "memory"
      Driver "dummy"
      VideoRam 16384
    EndSection
    Section "Monitor"
      Identifier "monitor"
      HorizSync 5-1000
      VertRefresh 5-200
      Modeline "size" 68 \(VirtualScreen.size.width) 1184 1296 1472 \(VirtualScreen.size.height) 763 773 789
    EndSection
    Section "Screen"
      Identifier "screen"
      Device "memory"
      Monitor "monitor"
      DefaultDepth 24
      SubSection "Display"
        Depth 24
        Modes "size"
      EndSubSection
    EndSection
    Section "ServerLayout"
      Identifier "layout"
      Screen "screen"
      InputDevice "fingers" "SendCoreEvents"
      InputDevice "mouse" "CorePointer"
      InputDevice "keyboard" "CoreKeyboard"
    EndSection
    """
  }

  func touch(_ finger: Int, _ phase: TestInputDriver.Phase, at place: Place) throws {
    let (width, height) = (Double(VirtualScreen.size.width), Double(VirtualScreen.size.height))
    try driver.touch(
      finger, phase, x: Double(place.x) * TestInputDriver.units / width,
      y: Double(place.y) * TestInputDriver.units / height)
  }

  /// Every finger goes down at the first place of its way, then all go on together; none is lifted.
  func draw(_ ways: [[Place]]) throws {
    for (finger, way) in ways.enumerated() { try touch(finger, .began, at: way[0]) }
    for step in 1..<(ways.map(\.count).max() ?? 1) {
      for (finger, way) in ways.enumerated() where step < way.count { try touch(finger, .moved, at: way[step]) }
    }
    try driver.finish()
  }

  /// Lifts every finger where its way ends.
  func lift(_ ways: [[Place]]) throws {
    for (finger, way) in ways.enumerated() { try touch(finger, .ended, at: way[way.count - 1]) }
    try driver.finish()
  }

  func tap(_ place: Place) throws {
    try draw([[place]])
    try lift([[place]])
  }

  /// With several fingers, and without waiting for the server in between: a slow one would make it longer than a tap.
  func tapTogether(_ places: [Place]) throws {
    for (finger, place) in places.enumerated() { try touch(finger, .began, at: place) }
    for (finger, place) in places.enumerated() { try touch(finger, .ended, at: place) }
    try driver.finish()
  }

  func drag(_ way: [Place]) throws { try drag([way]) }

  /// With a finger on each way.
  func drag(_ ways: [[Place]]) throws {
    try draw(ways)
    try lift(ways)
  }
}
