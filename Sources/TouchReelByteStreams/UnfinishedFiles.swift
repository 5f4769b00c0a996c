import Glibc
import Synchronization

/// The names of unfinished files, which are deleted if a signal ends the program.
///
/// Most output has no name until it is whole, except on some file systems and just before it replaces a file.
package enum UnfinishedFiles {
  /// Deletes the files when one of these signals ends the program. Ignored signals stay ignored.
  ///
  /// Programs call it at their start; a library never does.
  package static func removeOnSignals(_ signals: [CInt] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGALRM]) {
    // The table exists before a handler looks at it.
    _ = NameTable.shared
    for signal in signals {
      var action = sigaction()
      sigaction(signal, nil, &action)
      guard unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0 else { continue }
      action.__sigaction_handler.sa_handler = { signal in
        UnfinishedFiles.removeAll()
        raise(signal)
      }
      action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND)) | CInt(SA_NODEFER)
      sigaction(signal, &action, nil)
    }
  }

  /// Deletes every registered file. Async-signal-safe.
  package static func removeAll() { NameTable.shared.removeAll() }

  /// Registers a file's name, before the file gets it.
  ///
  /// - Parameters:
  ///   - folder: a descriptor of the name's folder.
  ///   - name: at most 63 bytes.
  /// - Returns: what forgets the name; `nil` if too many are registered already.
  static func register(_ name: String, in folder: CInt) -> Int? { NameTable.shared.add(name, in: folder) }

  /// Forgets a name: the file is finished or deleted.
  static func forget(_ slot: Int?) {
    if let slot { NameTable.shared.remove(slot) }
  }
}

/// A table that a signal handler can read at any time: it never moves, and a row is visible whole or not at all.
private struct NameTable: @unchecked Sendable {
  static let shared = NameTable()

  private static let count = 64
  private static let nameSize = 64
  private let rows: UnsafeMutablePointer<Row>

  private struct Row: ~Copyable {
    let state = Atomic<State.RawValue>(State.free.rawValue)
    var folder: CInt = -1
    let name = UnsafeMutablePointer<CChar>.allocate(capacity: nameSize)
  }

  private enum State: UInt8 {
    case free, reserved, registered
  }

  /// It is never deallocated, since a signal may come at any time.
  private init() {
    rows = .allocate(capacity: Self.count)
    for index in 0..<Self.count { (rows + index).initialize(to: Row()) }
  }

  func add(_ name: String, in folder: CInt) -> Int? {
    let bytes = Array(name.utf8)
    guard bytes.count < Self.nameSize, let index = (0..<Self.count).first(where: reserve) else { return nil }
    for (offset, byte) in (bytes + [0]).enumerated() { rows[index].name[offset] = CChar(bitPattern: byte) }
    rows[index].folder = folder
    rows[index].state.store(State.registered.rawValue, ordering: .releasing)
    return index
  }

  private func reserve(_ index: Int) -> Bool {
    rows[index].state.compareExchange(
      expected: State.free.rawValue, desired: State.reserved.rawValue, ordering: .acquiringAndReleasing
    ).exchanged
  }

  func remove(_ index: Int) { rows[index].state.store(State.free.rawValue, ordering: .releasing) }

  func removeAll() {
    for index in 0..<Self.count where rows[index].state.load(ordering: .acquiring) == State.registered.rawValue {
      _ = unlinkat(rows[index].folder, rows[index].name, 0)
    }
  }
}
