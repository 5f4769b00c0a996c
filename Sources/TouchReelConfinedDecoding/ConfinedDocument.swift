import Synchronization
import TouchReelCanvas

/// A PDF that a process has opened. Another one opens it again if that is gone.
final class ConfinedDocument: DecodedDocument {
  let pageCount: Int
  private let bytes: [UInt8]
  private let pool: DecoderPool
  private let client: DecoderPool.Client
  /// How many processes may still fail at it: one page that ends them is asked for whenever it is shown.
  private let chances = Mutex(3)

  init(_ bytes: [UInt8], _ pool: DecoderPool) throws(PDFError) {
    guard let process = pool.start() else { throw .damaged }
    let outcome: Result<Int, PDFError>
    do throws(ConnectionFailure) { outcome = try process.socket.openDocument(bytes) } catch { throw .damaged }
    pageCount = try outcome.get()
    (self.bytes, self.pool, client) = (bytes, pool, pool.newDocument())
    pool.put(process, for: client)
  }

  /// Its process is of no use to anyone else.
  deinit { _ = pool.take(for: client) }

  func size(ofPage page: Int) -> (width: Double, height: Double) {
    ask { socket throws(ConnectionFailure) in try socket.size(ofPage: page) } ?? (0, 0)
  }

  func picture(
    ofPage page: Int, in area: PaperArea, _ mode: BackgroundImageMode, on color: PixelColor
  ) -> PixelBuffer? {
    ask { socket throws(ConnectionFailure) in try socket.picture(ofPage: page, in: area, mode, on: color) }
  }

  func vectors(ofPages pages: [Int]) -> [UInt8]? {
    ask { socket throws(ConnectionFailure) in try socket.vectors(ofPages: pages) } ?? nil
  }

  /// - Returns: `nil` if the process fails.
  private func ask<Answer: Sendable>(_ body: (borrowing DecoderSocket) throws(ConnectionFailure) -> Answer) -> Answer? {
    chances.withLock { chances in
      guard chances > 0 else { return nil }
      do throws(ConnectionFailure) {
        let process = try process()
        let answer = try body(process.socket)
        pool.put(process, for: client)
        return answer
      } catch {
        // Waiting as long once more would be no better.
        chances = error == .silent ? 0 : chances - 1
        return nil
      }
    }
  }

  private func process() throws(ConnectionFailure) -> DecoderProcess {
    if let process = pool.take(for: client) { return process }
    guard let process = pool.start() else { throw .broken }
    guard case .success(pageCount) = try process.socket.openDocument(bytes) else { throw .broken }
    return process
  }
}
