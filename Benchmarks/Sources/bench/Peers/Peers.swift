import SystemPackage

/// The programs that do the same work with other people's libraries.
struct Peers {
  private var processes: [String: ChildProcess] = [:]

  /// - Parameters:
  ///   - programs: the peer's name and the command that runs it. What does not start, or cannot answer, is left out.
  ///   - folder: the folder with the workloads' data.
  init(_ programs: [(name: String, command: [String])], in folder: FilePath) {
    for (name, command) in programs {
      do {
        processes[name] = try ChildProcess(command, in: folder)
      } catch {
        report("without \(name): \(error)")
      }
    }
  }

  /// Asks a peer once whether it can, and returns how to measure it in nanoseconds.
  func measure(_ peer: String, _ request: String) -> (() throws -> Double)? {
    guard let figures = figures(peer, request) else { return nil }
    return { try figures().nanoseconds }
  }

  /// As ``measure(_:_:)``, with the number that comes with the time: bytes or events.
  func figures(_ peer: String, _ request: String) -> (() throws -> (nanoseconds: Double, number: Double))? {
    guard let process = processes[peer] else { return nil }
    let ask = { () throws -> (nanoseconds: Double, number: Double) in
      let answer = try process.ask("\(peer) \(request)").split(separator: " ").compactMap { Double($0) }
      guard answer.count == 2, answer[0] >= 0 else { throw BenchFailure("\(peer) does not know \(request)") }
      return (answer[0], answer[1])
    }
    do {
      _ = try ask()
      return ask
    } catch {
      report("without \(peer) \(request): \(error)")
      return nil
    }
  }
}
