/// One output for several threads, each of which writes parts of it: the parts come in their order, whichever is made
/// first. Of those whose turn has not come, some is buffered; a thread that has more waits.
package final class OutputInTurn: Sendable {
  private struct State {
    let out: any WholeOutput
    var turn = 0
    var buffered: [Int: [UInt8]] = [:]
    var finished: Set<Int> = []
    var failure: FileError?
    var isAbandoned = false

    mutating func write(_ bytes: UnsafeRawBufferPointer) {
      guard failure == nil else { return }
      do throws(FileError) { try out.write(bytes) } catch { failure = error }
    }
  }

  private let state: Monitor<State>
  private let limit: Int

  /// - Parameters:
  ///   - out: where all parts go.
  ///   - limit: how many bytes of a part are buffered at most, but for a write that is longer.
  package init(_ out: sending any WholeOutput, holding limit: Int = 16 << 20) {
    self.limit = limit
    state = Monitor(State(out: out))
  }

  /// Writes to a part that is not finished.
  ///
  /// - Throws: what the output threw, whoever wrote then.
  package func write(_ bytes: UnsafeRawBufferPointer, to part: Int) throws(FileError) {
    let limit = limit
    let failure: FileError? = state.wait { state -> FileError?? in
      if let failure = state.failure { return failure }
      if state.turn == part {
        state.write(bytes)
        return .some(state.failure)
      }
      guard state.buffered[part, default: []].count < limit else { return nil }
      state.buffered[part, default: []] += bytes
      return .some(nil)
    }
    if let failure { throw failure }
  }

  /// Whether the output threw, which ``commit()`` does again.
  package var hasFailed: Bool { state.change { $0.failure != nil } }

  /// No more is written to a part.
  package func finish(_ part: Int) {
    state.change { state in
      state.finished.insert(part)
      while state.finished.remove(state.turn) != nil {
        state.turn += 1
        if let buffered = state.buffered.removeValue(forKey: state.turn) {
          buffered.withUnsafeBytes { state.write($0) }
        }
      }
    }
  }

  /// Lets ``commit()`` do nothing: something that belongs to it is missing, and a file gets no name.
  package func abandon() { state.change { $0.isAbandoned = true } }

  /// Commits the output, once all parts are finished.
  package func commit() throws(FileError) {
    let failure: FileError? = state.change { state in
      if state.failure == nil, !state.isAbandoned {
        do throws(FileError) { try state.out.commit() } catch { state.failure = error }
      }
      return state.failure
    }
    if let failure { throw failure }
  }
}
