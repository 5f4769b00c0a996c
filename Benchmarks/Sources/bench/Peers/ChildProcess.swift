import Glibc
import SystemPackage

/// Why the benchmarks cannot go on.
struct BenchFailure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// Another program that answers lines with lines.
final class ChildProcess {
  private let process: pid_t
  private let requests: FileDescriptor
  private let answers: FileDescriptor
  private var received: [UInt8] = []

  /// - Parameter folder: its working folder and its last argument.
  init(_ arguments: [String], in folder: FilePath) throws {
    let input = try FileDescriptor.pipe(options: .closeOnExec)
    let output = try FileDescriptor.pipe(options: .closeOnExec)
    var actions = SpawnActions()
    actions.duplicate(input.readEnd, as: .standardInput)
    actions.duplicate(output.writeEnd, as: .standardOutput)
    for end in [input.readEnd, input.writeEnd, output.readEnd, output.writeEnd] { actions.close(end) }
    process = try actions.spawn(arguments + [folder.string])
    try input.readEnd.close()
    try output.writeEnd.close()
    (requests, answers) = (input.writeEnd, output.readEnd)
  }

  deinit {
    // The other side ends at the end of its input; a failure here changes nothing.
    _ = try? requests.close()
    _ = try? answers.close()
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  func ask(_ request: String) throws -> String {
    try requests.writeAll(Array("\(request)\n".utf8))
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      try receive()
    }
  }

  private func receive() throws {
    var part = [UInt8](repeating: 0, count: 4096)
    let count = try part.withUnsafeMutableBytes { try answers.read(into: $0) }
    guard count > 0 else { throw BenchFailure("a peer has ended") }
    received += part[..<count]
  }
}

/// What happens between fork and exec (`posix_spawn(3)`).
struct SpawnActions: ~Copyable {
  private var actions = posix_spawn_file_actions_t()

  init() { posix_spawn_file_actions_init(&actions) }

  deinit {
    var actions = actions
    posix_spawn_file_actions_destroy(&actions)
  }

  mutating func duplicate(_ descriptor: FileDescriptor, as other: FileDescriptor) {
    posix_spawn_file_actions_adddup2(&actions, descriptor.rawValue, other.rawValue)
  }

  mutating func close(_ descriptor: FileDescriptor) {
    posix_spawn_file_actions_addclose(&actions, descriptor.rawValue)
  }

  mutating func spawn(_ arguments: [String]) throws -> pid_t {
    var strings = arguments.map { strdup($0) }
    defer { for string in strings { free(string) } }
    strings.append(nil)
    var process: pid_t = 0
    let result = posix_spawnp(&process, arguments[0], &actions, nil, strings, environ)
    guard result == 0 else { throw BenchFailure("\(arguments[0]) does not start: \(Errno(rawValue: result))") }
    return process
  }
}
