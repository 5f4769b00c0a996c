import CTouchReelEvdev
import Glibc
package import SystemPackage
import TouchReelByteStreams

/// What a process may still open once it has entered: nothing but this, and no socket.
///
///     var sandbox = Sandbox()
///     sandbox.allow([.readFile, .readFolder], below: "/sys/devices")
///     sandbox.enter()
///
/// Files that are open already stay so, with all that may be done with them. Where the kernel lacks Landlock or
/// seccomp, that part is silently left out.
package struct Sandbox: Sendable {
  /// What may be done with files: the kernel's numbers (`landlock(7)`).
  package struct Access: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static let execute = Access(rawValue: 1 << 0)
    package static let writeFile = Access(rawValue: 1 << 1)
    package static let readFile = Access(rawValue: 1 << 2)
    package static let readFolder = Access(rawValue: 1 << 3)
    package static let removeFile = Access(rawValue: 1 << 5)
    package static let makeFile = Access(rawValue: 1 << 8)
    package static let truncate = Access(rawValue: 1 << 14)
    /// The calls of a device's own (`ioctl(2)`).
    package static let control = Access(rawValue: 1 << 15)

    /// Everything that any kernel can refuse.
    package static let everything = Access(rawValue: 0xffff)
    /// What leaves a trace: writing, making, renaming and removing, of any kind of file.
    package static let changing = Access(rawValue: 0x7ff2)
    /// What applies to a file itself, rather than to what lies in a folder.
    fileprivate static let ofFiles = Access(rawValue: 0xc007)

    /// What a version of Landlock can refuse: 13 kinds, then REFER, TRUNCATE and IOCTL_DEV.
    fileprivate static func known(in version: CInt) -> Access {
      switch version {
      case 1: Access(rawValue: 0x1fff)
      case 2: Access(rawValue: 0x3fff)
      case 3, 4: Access(rawValue: 0x7fff)
      default: .everything
      }
    }
  }

  private struct Rule {
    var access: Access
    var path: FilePath
    /// Whether it is about what lies below a folder.
    var isOfFolder: Bool
  }

  private let refused: Access
  private var rules: [Rule] = []

  /// - Parameter refused: what is refused of every file that no rule allows it of.
  package init(refusing refused: Access = .everything) {
    self.refused = refused
    // The C library counts processors there, and sanitizers look for threads.
    allow(.readFile, below: "/sys/devices/system/cpu")
    allow([.readFile, .readFolder], below: "/proc/self")
  }

  /// Allows something of everything below a folder. One that does not exist when the sandbox is entered has no effect.
  package mutating func allow(_ access: Access, below folder: FilePath) {
    rules.append(Rule(access: access, path: folder.isEmpty ? "." : folder, isOfFolder: true))
  }

  /// Allows something of one file, or of where a link leads. A folder has no effect, nor does a file that does not
  /// exist when the sandbox is entered.
  package mutating func allow(_ access: Access, of file: FilePath) {
    rules.append(Rule(access: access.intersection(.ofFiles), path: file, isOfFolder: false))
  }

  /// Confines this thread, and those that it starts, for good. To be called before there are others.
  package func enter() {
    // Without this, only root may confine itself: programs that it starts gain no rights (setuid).
    guard sandbox_refuse_privileges() == 0 else { return }
    enforceRules()
    _ = sandbox_refuse_sockets()
  }

  private func enforceRules() {
    let version = sandbox_landlock_version()
    guard version > 0 else { return }
    let known = refused.intersection(.known(in: version))
    let ruleset = sandbox_make_rules(known.rawValue, version >= 4 ? Self.network : 0, version >= 6 ? Self.scopes : 0)
    guard ruleset >= 0 else { return }
    defer { close(ruleset) }
    for rule in rules { add(rule, to: ruleset, known) }
    _ = sandbox_enforce(ruleset)
  }

  private func add(_ rule: Rule, to ruleset: CInt, _ known: Access) {
    let access = rule.access.intersection(known)
    let options = CInt(pathOnlyFlag | O_CLOEXEC | (rule.isOfFolder ? O_DIRECTORY : 0))
    // Again if a signal interrupts it: what a rule is missing for is denied later.
    let opened = try? FileDescriptor.open(rule.path, .readOnly, options: FileDescriptor.OpenOptions(rawValue: options))
    guard let opened else { return }
    let file = OwnedDescriptor(number: opened.rawValue)
    var status = stat()
    guard fstat(file.number, &status) == 0, rule.isOfFolder || status.st_mode & S_IFMT != S_IFDIR else { return }
    // The kernel takes no rule without rights, and none of files that it does not watch, as pipes.
    if !access.isEmpty { _ = sandbox_allow(ruleset, access.rawValue, file.number) }
  }

  /// Ports to listen at, and to connect to.
  private static let network: UInt64 = 0b11
  /// Sockets with abstract names, and signals to processes outside.
  private static let scopes: UInt64 = 0b11
}

extension Sandbox {
  /// What this kernel has, and this process may use.
  package struct Support: Hashable, Sendable {
    /// The version of Landlock; `nil` without it.
    package var landlock: Int?
    /// Whether system calls can be refused (seccomp).
    package var filtersCalls: Bool
  }

  package static var support: Support {
    let version = sandbox_landlock_version()
    return Support(landlock: version > 0 ? Int(version) : nil, filtersCalls: sandbox_has_filters() != 0)
  }
}
