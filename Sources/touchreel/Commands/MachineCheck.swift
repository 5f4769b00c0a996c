import ArgumentParser
import ByteStreams
import Canvas
import EvdevDevices
import FoundationEssentials
import Glibc
import Injection
import InputEvents
import LiveDrawing
import Replaying
import SystemPackage

/// What `doctor` looks at.
enum MachineCheck: String, CaseIterable, ExpressibleByArgument {
  case devices, uinput, udev, ffmpeg, fonts, window, display, data

  /// What needs it.
  var purpose: String {
    switch self {
    case .devices: "record, draw --device"
    case .uinput: "inject"
    case .udev: "record and inject without root"
    case .ffmpeg: "render to films"
    case .fonts: "render of texts, fills and background pictures"
    case .window, .display: "draw, play"
    case .data: "draw without a file"
    }
  }
}

/// This machine, as far as the program depends on it.
struct Machine {
  enum Result {
    case works(String)
    case fails(String, fix: String?)
  }

  private let environment = ProcessInfo.processInfo.environment

  func result(of check: MachineCheck) -> Result {
    switch check {
    case .devices: devices
    case .uinput: uinput
    case .udev: udevRule
    case .ffmpeg: ffmpeg
    case .fonts: fonts
    case .window: window
    case .display: display
    case .data: data
    }
  }

  private var devices: Result {
    let found = DeviceList.devices().filter { $0.description.isTouch }
    let readable = found.filter { $0.access == .readable }
    let hidden = found.filter { $0.access == .notPermitted }
    guard let first = readable.first ?? hidden.first else {
      return .fails(
        "there is no touch device", fix: "plug one in; 'touchreel devices --all' lists the other input devices")
    }
    let refusal = "you may not read \(names(of: hidden))"
    guard first.access == .readable else {
      return .fails(refusal, fix: DevicePermission.advice(for: first.node.string))
    }
    let finding = "\(counted(readable.count, "touch device")) can be read: \(names(of: readable))"
    // What is recorded leaves the others out without a word of theirs.
    return .works(hidden.isEmpty ? finding : "\(finding); \(refusal), see 'touchreel devices'")
  }

  private func names(of devices: [ListedDevice]) -> String {
    devices.map { "\($0.node) \($0.description.name.printableName)" }.joined(separator: ", ")
  }

  private var uinput: Result {
    let path = VirtualDevice.uinput
    guard path.allows(F_OK) else { return .fails("\(path) does not exist", fix: "sudo modprobe uinput") }
    guard path.allows(R_OK | W_OK) else {
      return .fails(
        "you may not use \(path)",
        fix: "'sudo setfacl -m u:$USER:rw \(path)' until the next start; the udev rule permanently")
    }
    return .works("virtual devices can be made")
  }

  private var udevRule: Result {
    guard let rule = UdevRule.installed else {
      return .fails("the rule that lets you use touch devices is not installed", fix: UdevRule.installation)
    }
    return .works("\(rule) is installed")
  }

  private var ffmpeg: Result {
    let folders = environment["PATH", default: "/usr/local/bin:/usr/bin:/bin"].split(separator: ":")
    let programs = folders.map { FilePath(String($0)).appending("ffmpeg") }
    guard let program = programs.first(where: { $0.allows(X_OK) }) else {
      return .fails("ffmpeg is not installed", fix: Distribution.current.installation(of: "ffmpeg"))
    }
    return .works("\(program)")
  }

  private var fonts: Result {
    switch TextSupport.find() {
    case .fonts(let count): .works("Cairo, Pango and \(counted(count, "font"))")
    case .noFonts: .fails("there are no fonts", fix: Distribution.current.installation(of: "fonts-dejavu-core"))
    case .missingLibrary(let name, let package):
      .fails("\(name) is missing", fix: Distribution.current.installation(of: package))
    }
  }

  private var window: Result {
    let program = WindowProgram.path
    guard program.allows(X_OK) else { return .fails("\(program) is missing", fix: WindowProgram.installation) }
    let variables = environment.map { "\($0)=\($1)" }
    do throws(FileError) {
      // It is there in a tarball, whether its libraries are or not.
      var started = try ChildProgram.starting(
        program.string, ["--version"], environment: variables, output: .standardError)
      try started.finish()
    } catch {
      return .fails("\(error)", fix: WindowProgram.libraries)
    }
    return .works("\(program)")
  }

  private var display: Result {
    switch DisplayServer.find(environment) {
    case .found(let server): .works(server)
    case .refused(let server): .fails("\(server) does not answer", fix: "run it in a desktop session as its user")
    case .none:
      .fails(
        "neither WAYLAND_DISPLAY nor DISPLAY is set",
        fix: "run it in a desktop session, under 'cage --' on a console, or under 'xvfb-run'")
    }
  }

  private var data: Result {
    guard let folder = SessionFolder(environment: environment)?.path else {
      return .fails("neither XDG_DATA_HOME nor HOME names a folder", fix: "export HOME=FOLDER")
    }
    // The folder is made when it is first needed.
    var existing = folder
    while !existing.allows(F_OK) && existing.removeLastComponent() {}
    guard existing.allows(W_OK | X_OK) else {
      return .fails(
        "you may not write to \(existing)", fix: "name a file to draw, or set XDG_DATA_HOME to another folder")
    }
    return .works("\(folder)")
  }
}

extension FilePath {
  /// Whether access(2) grants this.
  fileprivate func allows(_ mode: Int32) -> Bool { withPlatformString { access($0, mode) } == 0 }
}
