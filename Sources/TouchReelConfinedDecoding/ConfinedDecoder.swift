import Synchronization
package import TouchReelCanvas

/// Decodes in processes that can write nothing, start nothing and reach nobody, and read none of the user's files but
/// fonts. A fault in a library ends one of them, and is a damaged file.
package struct ConfinedDecoder: MediaDecoder {
  private let pool: DecoderPool

  /// - Parameters:
  ///   - program: what runs `DecoderService`.
  ///   - patience: how long an answer may take.
  package init(_ program: DecoderProgram, patience: Duration = .seconds(60)) {
    pool = DecoderPool(program, patience: patience)
  }

  package func image(_ bytes: [UInt8], pixelLimit: Int) throws(ImageError) -> PixelBuffer {
    if Glycin.isUsed { return try InProcessDecoder().image(bytes, pixelLimit: pixelLimit) }
    guard let process = pool.take(for: .images) ?? pool.start() else { throw .damaged }
    let outcome: Result<PixelBuffer, ImageError>
    do throws(ConnectionFailure) {
      outcome = try process.socket.image(bytes, pixelLimit: pixelLimit)
    } catch {
      throw .damaged
    }
    pool.put(process, for: .images)
    return try outcome.get()
  }

  package func document(_ bytes: [UInt8]) throws(PDFError) -> any DecodedDocument {
    try ConfinedDocument(bytes, pool)
  }
}

/// Processes that wait for the next request, each for whom it worked before: a document has one of its own, which has
/// opened it.
final class DecoderPool: Sendable {
  /// The one that a process works for.
  enum Client: Hashable, Sendable {
    case images
    case document(UInt64)
  }

  private let program: DecoderProgram
  private let patience: Duration
  private let waiting = Mutex<[(client: Client, process: DecoderProcess)]>([])
  private let documents = Atomic<UInt64>(0)

  /// More are ended, those first that have waited longest.
  private static let limit = 4

  init(_ program: DecoderProgram, patience: Duration) { (self.program, self.patience) = (program, patience) }

  func start() -> DecoderProcess? { DecoderProcess.start(program, patience: patience) }

  /// A client that no document was before.
  func newDocument() -> Client { .document(documents.add(1, ordering: .relaxed).newValue) }

  /// The client's process; `nil` if it has none, or that has ended.
  func take(for client: Client) -> DecoderProcess? {
    let process = waiting.withLock { waiting in
      waiting.firstIndex { $0.client == client }.map { waiting.remove(at: $0).process }
    }
    guard let process, process.socket.isIdle else { return nil }
    return process
  }

  func put(_ process: DecoderProcess, for client: Client) {
    // Ended when the lock is open again.
    let surplus = waiting.withLock { waiting in
      waiting.append((client, process))
      return waiting.count > Self.limit ? waiting.removeFirst().process : nil
    }
    withExtendedLifetime(surplus) {}
  }
}
