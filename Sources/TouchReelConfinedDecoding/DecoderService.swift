import Glibc
import TouchReelByteStreams
import TouchReelCanvas

/// The decoder's side, in a process of its own: reads files for the program that started it, until that is gone.
package struct DecoderService: ~Copyable {
  private let socket: DecoderSocket
  private let decoder = InProcessDecoder()
  private var document: (any DecodedDocument)?

  /// - Parameter socket: the connection to the program.
  package init(_ socket: consuming DecoderSocket) { self.socket = socket }

  /// Serves the program at standard input, and ends the process with it. It has given up everything else before the
  /// first byte is read.
  package static func run() -> Never {
    // Whatever the program had open, and a key that ends the program, which ends this by going.
    closefrom(3)
    for number in [SIGINT, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
    InProcessDecoder.openLibraries()
    DecoderSandbox.enter()
    var service = DecoderService(DecoderSocket(OwnedDescriptor(number: STDIN_FILENO)))
    // A library that never comes back must not outlive the program.
    guard (try? WorkerThread(endWithProgram)) != nil else { _exit(1) }
    try? service.serve()
    _exit(0)
  }

  @Sendable private static func endWithProgram() {
    DecoderSocket(OwnedDescriptor(number: dup(STDIN_FILENO))).waitForEnd()
    _exit(0)
  }

  /// Answers requests until there are no more.
  package mutating func serve() throws(ConnectionFailure) {
    while true { try answer() }
  }

  private mutating func answer() throws(ConnectionFailure) {
    let deadline = socket.deadline
    var head = MessageFields(try socket.receive(9, by: deadline))
    guard let count = Int(exactly: try head.next(UInt64.self)), count > 0,
      let request = DecoderRequest(rawValue: try head.next())
    else { throw .broken }
    switch request {
    case .image: try sendImage(count - 1, deadline)
    case .document: try open(try socket.receive(count - 1, by: deadline))
    case .size: try sendSize(try socket.receive(count - 1, by: deadline))
    case .picture: try sendPicture(try PageRequest(try socket.receive(count - 1, by: deadline)))
    case .vectors: try sendVectors(try socket.receive(count - 1, by: deadline))
    }
  }

  private func send(_ answer: DecoderAnswer, _ fields: [UInt8] = []) throws(ConnectionFailure) {
    try socket.begin([answer.rawValue] + fields, before: 0)
  }

  private func sendImage(_ count: Int, _ deadline: ContinuousClock.Instant) throws(ConnectionFailure) {
    guard count >= 8 else { throw .broken }
    var fields = MessageFields(try socket.receive(8, by: deadline))
    let limit = Int(clamping: try fields.next(UInt64.self))
    let file = try socket.receive(count - 8, by: deadline)
    let outcome: Result<Void, ConnectionFailure>
    do throws(ImageError) {
      outcome = try decoder.straightPixels(of: file, pixelLimit: limit) { size, pixels in
        Result { () throws(ConnectionFailure) in try send(size, pixels) }
      }
    } catch {
      return try refuse(error)
    }
    try outcome.get()
  }

  private func refuse(_ error: ImageError) throws(ConnectionFailure) {
    switch error {
    case .notImage: try send(.notImage)
    case .damaged: try send(.damaged)
    case .tooLarge(let width, let height):
      try send(.tooLarge, UInt32(clamping: width).bytes + UInt32(clamping: height).bytes)
    }
  }

  private func send(_ size: PixelSize, _ pixels: StraightPixels) throws(ConnectionFailure) {
    let rowBytes = size.width * pixels.components.rawValue
    let head = UInt32(size.width).bytes + UInt32(size.height).bytes + [UInt8(pixels.components.rawValue)]
    try socket.begin([DecoderAnswer.done.rawValue] + head, before: rowBytes * size.height)
    for rows in RowParts.ranges(rows: size.height, rowBytes: rowBytes) {
      var part: [UInt8] = []
      part.reserveCapacity(rowBytes * rows.count)
      for y in rows {
        guard let row = pixels.row(y, width: size.width) else { throw .broken }
        part += row
      }
      try socket.send(part)
    }
  }

  private mutating func open(_ file: [UInt8]) throws(ConnectionFailure) {
    document = nil
    do throws(PDFError) {
      document = try decoder.document(file)
    } catch {
      switch error {
      case .damaged: return try send(.damaged)
      case .locked: return try send(.locked)
      case .missingLibrary: return try send(.missingLibrary)
      }
    }
    try send(.done, UInt32(clamping: document?.pageCount ?? 0).bytes)
  }

  private func sendSize(_ request: [UInt8]) throws(ConnectionFailure) {
    var fields = MessageFields(request)
    let page = Int(try fields.next(Int64.self))
    let (width, height) = document?.size(ofPage: page) ?? (0, 0)
    try send(.done, width.bitPattern.bytes + height.bitPattern.bytes)
  }

  private func sendPicture(_ request: PageRequest) throws(ConnectionFailure) {
    guard
      let picture = document?.picture(ofPage: request.page, in: request.area, request.mode, on: request.color)
    else { throw .broken }
    try socket.begin([DecoderAnswer.done.rawValue], before: picture.pixels.count * 4)
    try picture.pixels.withBytes { bytes throws(ConnectionFailure) in try socket.send(bytes) }
  }

  private func sendVectors(_ request: [UInt8]) throws(ConnectionFailure) {
    var fields = MessageFields(request)
    var pages: [Int] = []
    for _ in 0..<request.count / 8 { pages.append(Int(try fields.next(Int64.self))) }
    guard let bytes = document?.vectors(ofPages: pages) else { return try send(.damaged) }
    try socket.begin([DecoderAnswer.done.rawValue], before: bytes.count)
    try socket.send(bytes)
  }
}
