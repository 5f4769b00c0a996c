import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelCanvas

@testable import TouchReelConfinedDecoding

/// What a decoder sends, cut and changed.
struct DecoderAnswerTests {
  typealias Question = @Sendable (borrowing DecoderSocket) throws(ConnectionFailure) -> Void

  /// Two ends of a connection whose space is enough for what the tests send.
  private static func pair() -> (own: CInt, other: FileHandle) {
    var ends: [CInt] = [-1, -1]
    socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends)
    var size: CInt = 1 << 20
    setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<CInt>.size))
    return (ends[0], FileHandle(fileDescriptor: ends[1], closeOnDealloc: true))
  }

  private static func socket(_ descriptor: CInt) -> DecoderSocket {
    DecoderSocket(OwnedDescriptor(number: descriptor), patience: .seconds(60))
  }

  /// Asks a decoder that answers with these bytes, and then with nothing more.
  private static func ask(_ questions: [Question], answered answer: [UInt8]) throws(ConnectionFailure) {
    let (own, other) = pair()
    let socket = socket(own)
    try? other.write(contentsOf: answer)
    shutdown(other.fileDescriptor, CInt(SHUT_WR))
    defer { withExtendedLifetime(other) {} }
    for question in questions { try question(socket) }
  }

  /// What a decoder answers.
  private static func answer(to questions: [Question]) throws -> [UInt8] {
    var requests = Data()
    for question in questions {
      let (own, other) = pair()
      shutdown(other.fileDescriptor, CInt(SHUT_WR))
      fail(question, socket(own))
      requests += try other.readToEnd() ?? Data()
    }
    let (own, other) = pair()
    try other.write(contentsOf: requests)
    shutdown(other.fileDescriptor, CInt(SHUT_WR))
    serve(socket(own))
    return Array(try other.readToEnd() ?? Data())
  }

  private static func fail(_ question: Question, _ socket: consuming DecoderSocket) { try? question(socket) }

  private static func serve(_ socket: consuming DecoderSocket) {
    var service = DecoderService(socket)
    try? service.serve()
  }

  private static let area = PaperArea(
    width: 20, height: 15, scale: 1, part: PixelRect(x: 0, y: 0, width: 20, height: 15))
  private static let image: Question = { socket throws(ConnectionFailure) in
    guard case .success(let picture) = try socket.image(SampleFiles.jpeg, pixelLimit: 1000) else { return }
    #expect(picture.pixels.count <= 1000)
  }
  private static let refused: Question = { socket throws(ConnectionFailure) in
    _ = try socket.image(SampleFiles.jpeg, pixelLimit: 10)
  }
  private static let opened: Question = { socket throws(ConnectionFailure) in
    _ = try socket.openDocument(TestPaper.pdf(pages: 2))
  }
  private static let size: Question = { socket throws(ConnectionFailure) in
    let (width, height) = try socket.size(ofPage: 1)
    #expect(width.isFinite && height.isFinite)
  }
  private static let picture: Question = { socket throws(ConnectionFailure) in
    let picture = try socket.picture(ofPage: 0, in: area, .fit, on: .white)
    #expect(picture.pixels.count == 300 && picture.pixels.allSatisfy { $0 >> 16 & 255 <= $0 >> 24 })
  }
  private static let vectors: Question = { socket throws(ConnectionFailure) in
    _ = try socket.vectors(ofPages: [1, 0])
  }
  private static let conversations: [[Question]] = [[image], [refused], [opened, size, picture], [opened, vectors]]

  @Test(arguments: 0..<4) func `Every cut of an answer is an error`(conversation: Int) throws {
    let questions = Self.conversations[conversation]
    let answer = try Self.answer(to: questions)
    #expect(throws: Never.self) { try Self.ask(questions, answered: answer) }
    // All of the first ones and the last ones; pixels and vectors in between are alike.
    for count in 0..<answer.count where count < 200 || count > answer.count - 200 || count % 97 == 0 {
      #expect(throws: ConnectionFailure.broken, "\(count)") {
        try Self.ask(questions, answered: Array(answer.prefix(count)))
      }
    }
  }

  @Test(arguments: PropertySeeds.from(1, count: 300))
  func `A changed answer is an error, or within its limits`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let questions = Self.conversations[Int(seed % 4)]
    var answer = try Self.answer(to: questions)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      // Mostly where the lengths and sizes are.
      let index = Int.random(
        in: 0..<(Bool.random(using: &random) ? min(answer.count, 20) : answer.count), using: &random)
      answer[index] = [0, 1, 127, 128, 255].randomElement(using: &random) ?? 0
    }
    try? Self.ask(questions, answered: answer)
  }

  @Test func `A length or a size of its own choice takes no memory`() {
    for count in [0, 1 << 40, 1 << 62, UInt64.max] {
      #expect(throws: ConnectionFailure.broken) { try Self.ask([Self.vectors], answered: count.bytes + [1, 2, 3]) }
    }
    for (width, height) in [(0, 5), (1 << 31, 1 << 31), (40_000, 1), (100, 11)] as [(UInt32, UInt32)] {
      // The length fits the size, and it has more pixels than the 1000 that were allowed or none.
      let count = 10 + UInt64(width) * UInt64(height) &* 3
      let answer = count.bytes + [1] + width.bytes + height.bytes + [3]
      #expect(throws: ConnectionFailure.broken) { try Self.ask([Self.image], answered: answer) }
    }
  }
}
