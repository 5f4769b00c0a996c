import ArgumentParser
import FoundationEssentials
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelEvdevDevices
import TouchReelExporting
import TouchReelInjection
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelReplaying

/// What `doctor` looks at.
enum MachineCheck: String, CaseIterable, ExpressibleByArgument {
  case devices, uinput, udev, ffmpeg, fonts, window, display, data, sandbox

  /// What needs it.
  var purpose: String {
    switch self {
    case .devices: "record, draw --device"
    case .uinput: "inject"
    case .udev: "record and inject without root"
    case .ffmpeg: "render to films"
    case .fonts: "render of texts, fills and background pictures"
    case .window, .display: "draw, play, study"
    case .data: "draw without a file"
    case .sandbox: "record and inject with no access to other files and the network"
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
    case .sandbox: sandbox
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
    switch path.refusalOfWriting {
    case nil: return .works("virtual devices can be made")
    case .noSuchFileOrDirectory: return .fails("\(path) does not exist", fix: "sudo modprobe uinput")
    case .permissionDenied, .notPermitted:
      return .fails(
        "you may not use \(path)",
        fix: "'sudo setfacl -m u:$USER:rw \(path)' until the next start; the udev rule permanently")
    // A node that udev keeps for a module, or a container's: the kernel has nothing behind it.
    case let error?: return .fails("\(path): \(error)", fix: "sudo modprobe uinput")
    }
  }

  private var udevRule: Result {
    switch UdevRule.state {
    case .installed(let rule): .works("\(rule) is installed")
    case .masked(let file):
      .fails("\(file) is empty, which masks the rule that lets you use touch devices", fix: "sudo rm \(file)")
    case .absent:
      .fails("the rule that lets you use touch devices is not installed", fix: UdevRule.installation)
    }
  }

  private var ffmpeg: Result {
    let installation = Distribution.current.installation(of: "ffmpeg")
    let folders = environment["PATH", default: "/usr/local/bin:/usr/bin:/bin"].split(separator: ":")
    let programs = folders.map { FilePath(String($0)).appending("ffmpeg") }
    guard let program = programs.first(where: \.isProgram) else {
      return .fails("ffmpeg is not installed", fix: installation)
    }
    for kind in FilmKind.encodedByOthers {
      do throws(FileError) {
        try kind.tryEncoder(of: program.string, environment: variables)
      } catch {
        return .fails("\(kind.rawValue): \(error)", fix: installation)
      }
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
    guard program.isProgram else { return .fails("\(program) is missing", fix: WindowProgram.installation) }
    do throws(FileError) {
      // It is there in a tarball, whether its libraries are or not.
      try run(program, "--version")
    } catch {
      return .fails("\(error)", fix: WindowProgram.libraries)
    }
    return .works("\(program)")
  }

  private var display: Result {
    switch DisplayServer.find(environment) {
    case .found(let server): opensWindows ? .works(server) : unanswered(server)
    case .refused(let server): unanswered(server)
    case .none:
      .fails(
        "neither WAYLAND_DISPLAY nor DISPLAY is set",
        fix: "run it in a desktop session, under 'cage --' on a console, or under 'xvfb-run'")
    }
  }

  private func unanswered(_ server: String) -> Result {
    .fails("\(server) does not answer, or refuses", fix: "run it in a desktop session as its user")
  }

  /// Who listens may still refuse, or be a tunnel that leads nowhere: the window tries it. Without one, nothing speaks
  /// against the display.
  private var opensWindows: Bool {
    guard case .works = window else { return true }
    do throws(FileError) { try run(WindowProgram.path, "display") } catch { return false }
    return true
  }

  private func run(_ program: FilePath, _ argument: String) throws(FileError) {
    var started = try ChildProgram.starting(
      program.string, [argument], environment: variables, output: .standardError)
    try started.finish()
  }

  private var variables: [String] { environment.map { "\($0)=\($1)" } }

  private var data: Result {
    guard let folder = SessionFolder(environment: environment)?.path else {
      return .fails("neither XDG_DATA_HOME nor HOME names a folder", fix: "export HOME=FOLDER")
    }
    // The folder is made when it is first needed.
    var existing = folder
    while !existing.allows(F_OK) && existing.removeLastComponent() {}
    guard existing.takesFolders else {
      return .fails(
        "you may not write to \(existing)", fix: "name a file to draw, or set XDG_DATA_HOME to another folder")
    }
    return .works("\(folder)")
  }

  private var sandbox: Result {
    let support = Sandbox.support
    let calls = support.filtersCalls ? "seccomp" : nil
    guard let version = support.landlock else {
      let rest = calls.map { "; sockets are refused (\($0)), files are not" } ?? ", and no seccomp"
      return .fails("the kernel has no Landlock\(rest)", fix: "Linux 5.13 or newer, started with 'lsm=landlock,…'")
    }
    let parts = ["Landlock \(version)", calls].compactMap(\.self).joined(separator: " and ")
    return .works("\(parts); --no-sandbox leaves it out")
  }
}

extension FilePath {
  /// Whether access(2) grants this.
  fileprivate func allows(_ mode: Int32) -> Bool { withPlatformString { access($0, mode) } == 0 }

  /// Whether it is a file that can be started. A folder can be entered, which has the same permission.
  fileprivate var isProgram: Bool {
    (try? stat())?.type == .regular && allows(X_OK)
  }

  /// Why it cannot be opened for writing; `nil` if it can. The permissions of a node do not tell.
  fileprivate var refusalOfWriting: Errno? {
    let descriptor = withPlatformString { open($0, O_RDWR | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { return Errno(rawValue: errno) }
    close(descriptor)
    return nil
  }

  /// Whether a folder can be made in this one: one is, and removed. Root's permissions do not tell, as in /proc.
  fileprivate var takesFolders: Bool {
    var template = appending(".touchreel-XXXXXX").withPlatformString { path in
      Array(UnsafeBufferPointer(start: path, count: strlen(path) + 1))
    }
    guard mkdtemp(&template) != nil else { return false }
    rmdir(template)
    return true
  }
}
