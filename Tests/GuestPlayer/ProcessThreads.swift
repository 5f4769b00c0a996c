import Glibc

/// The threads of a process, as `/proc` has them (`proc_pid_task(5)`, `proc_pid_stat(5)`).
struct ProcessThreads {
  private let folder: String

  init(of process: pid_t) { folder = "/proc/\(process)/task" }

  /// Whether none runs or will before SIGCONT: all are stopped, or have ended and are kept for their parent.
  var areStopped: Bool { names.allSatisfy { state(of: $0).map("TZX".contains) ?? false } }

  private var names: [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// The letter behind the name in parentheses, which may itself have any letters.
  private func state(of thread: String) -> Character? {
    guard let file = fopen("\(folder)/\(thread)/stat", "r") else { return nil }
    defer { fclose(file) }
    var bytes = [CChar](repeating: 0, count: 256)
    guard fgets(&bytes, CInt(bytes.count), file) != nil else { return nil }
    let line = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return line.lastIndex(of: ")").flatMap { line[$0...].dropFirst(2).first }
  }
}
