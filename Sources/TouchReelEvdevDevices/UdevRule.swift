import Glibc
package import SystemPackage
import TouchReelByteStreams

/// The udev rule by which the user at the screen may read its touch devices, but no keyboard, and create virtual ones.
package enum UdevRule {
  /// What the file of the rule holds.
  package static let lines = [
    #"SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", ENV{ID_INPUT_TOUCHSCREEN}=="1", TAG+="uaccess""#,
    #"SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", ENV{ID_INPUT_TABLET}=="1", TAG+="uaccess""#,
    #"SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", ENV{ID_INPUT_TOUCHPAD}=="1", TAG+="uaccess""#,
    #"KERNEL=="uinput", SUBSYSTEM=="misc", TAG+="uaccess", OPTIONS+="static_node=uinput""#,
  ]

  private static let name = "70-touchreel.rules"
  /// Where udev looks for rules.
  private static let folders: [FilePath] = [
    "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d",
    "/lib/udev/rules.d",
  ]

  /// Whether udev follows it.
  package enum State: Hashable, Sendable {
    case absent
    case installed(FilePath)
    /// An empty file, or a link to /dev/null, that stands before the rule's (udev(7)).
    case masked(FilePath)
  }

  package static var state: State { state(in: folders) }

  package static func state(in folders: [FilePath]) -> State {
    guard let file = folders.map({ $0.appending(name) }).first(where: isReadable) else { return .absent }
    var status = stat()
    guard file.withPlatformString({ stat($0, &status) }) == 0, status.st_size > 0 else { return .masked(file) }
    return .installed(file)
  }

  /// Its file, or `nil` if udev does not follow it.
  package static var installed: FilePath? {
    if case .installed(let file) = state { file } else { nil }
  }

  /// The command that installs it. A tarball has it beside its programs, a checkout has a script.
  package static var installation: String { installation(beside: ThisProgram.folder) }

  package static func installation(beside program: FilePath) -> String {
    let packed = program.removingLastComponent().appending("lib/udev/rules.d").appending(name)
    guard isReadable(packed) else { return "scripts/install-udev-rule" }
    return "sudo cp \(packed) /etc/udev/rules.d/ && sudo udevadm control --reload && sudo udevadm trigger"
  }

  /// The end of an advice, after what helps for now: what helps for good. With the rule it is no matter of installing.
  package static func lastingAdvice(for nodes: String = "") -> String {
    lastingAdvice(for: nodes, installed: installed, program: ThisProgram.folder)
  }

  package static func lastingAdvice(for nodes: String, installed: FilePath?, program: FilePath) -> String {
    guard let installed else { return ", '\(installation(beside: program))' permanently\(nodes)" }
    return "; \(installed) allows it to whoever is logged in at the screen"
  }

  private static func isReadable(_ path: FilePath) -> Bool { path.withPlatformString { access($0, R_OK) } == 0 }
}
