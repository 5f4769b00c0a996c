import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelStudies
import TouchReelTouchTracking

/// What a file to begin with may have at most: long enough to hold some of everything, short enough to be tried often.
private let seedLimit = 6000

extension Target {
  /// Writes files to begin with, made of others of any kind and of what the library itself writes.
  func writeSeeds(to folder: String, from files: [String]) {
    var count = 0
    func add(_ seed: [UInt8]) {
      count += 1
      writeFile(seed, to: "\(folder)/\(count)")
    }
    for file in files {
      guard let bytes = readFile(file) else { continue }
      for seed in seeds(from: bytes) { add(seed) }
    }
    for seed in madeSeeds { add(seed) }
  }

  private func seeds(from bytes: [UInt8]) -> [[UInt8]] {
    let isDrawing = bytes.first == UInt8(ascii: "{")
    switch self {
    case .recordings, .formats, .edit, .compare, .pieces, .seek, .render, .plot:
      return isDrawing ? [] : recordingSeeds(bytes)
    case .koreader, .sendevent, .pythonEvdev, .debugEvents:
      return (try? Recording.open(MemoryBytes(bytes)).format.rawValue) == rawValue ? [front(of: bytes)] : []
    case .xournal: return InkKind(beginning: bytes) == .xournal && bytes.count <= 20_000 ? [bytes] : []
    case .image: return isImage(bytes) && bytes.count <= 20_000 ? [bytes] : []
    case .paper: return PDFDocument.begins(bytes) && bytes.count <= 20_000 ? paperSeeds(bytes) : []
    case .clipboard: return bytes.count <= 20_000 && (isDrawing || isImage(bytes) || isSVG(bytes)) ? [bytes] : []
    case .study: return isPrompts(bytes) ? [bytes] : isTrial(bytes) ? recordingSeeds(bytes) : []
    case .salvage: return isDrawing ? [] : recordingSeeds(bytes) + containerSeeds(bytes)
    case .mcap: return isDrawing ? [] : containerSeeds(bytes)
    case .touches: return touchSeeds(bytes)
    case .board: return isDrawing && bytes.count <= 20_000 ? [bytes] : []
    case .drawings: return isDrawing && bytes.count <= 20_000 ? [bytes] : []
    case .ink: return isDrawing || bytes.first == UInt8(ascii: "<") ? [front(of: bytes)] : []
    case .png: return bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) && bytes.count <= 20_000 ? [bytes] : []
    case .gzip: return GzipBytes.begins(bytes) && bytes.count <= 20_000 ? [bytes] : []
    case .surface: return []
    }
  }

  private var madeSeeds: [[UInt8]] {
    switch self {
    case .recordings, .formats, .edit, .compare, .pieces, .seek, .render, .plot: wholeSession
    case .mcap, .salvage: wholeSession + wholeSession.flatMap(containerSeeds)
    case .board: boardSeeds
    case .drawings: [drawingWithText]
    case .png: pngSeeds
    case .surface: surfaceSeeds
    case .touches, .ink, .koreader, .sendevent, .pythonEvdev, .debugEvents: []
    case .xournal, .image, .paper, .clipboard, .study, .gzip: []
    }
  }
}

let drawingWithText = Array(
  ##"""
  {"version":1,"size":[64,64],"background":{"type":"color","color":"#ffffffff"},"operations":[
  {"id":1,"operation":"add","shape":{"color":"#000000ff","font":{"family":"Sans","size":9},"text":"a\nب","type":"text","vertex":[1,1],"width":{"fitting":40}}}]}
  """##.utf8)

/// Text is cut behind a line; of a recording in MCAP the first entries are written anew, so that the file is whole.
private func recordingSeeds(_ bytes: [UInt8]) -> [[UInt8]] {
  guard bytes.starts(with: [0x89, 0x4d, 0x43, 0x41, 0x50]) else { return [front(of: bytes)] }
  guard let contents = try? entries(of: Recording.open(MemoryBytes(bytes))) else {
    return [Array(bytes.prefix(seedLimit))]
  }
  guard let written = try? mcap(Array(contents.prefix(250))) else { return [] }
  return [written.bytes]
}

private func front(of bytes: [UInt8]) -> [UInt8] {
  guard bytes.count > seedLimit else { return bytes }
  let front = bytes[..<seedLimit]
  // Raw records are cut anywhere.
  guard !front.contains(0), let end = front.lastIndex(of: UInt8(ascii: "\n")) else { return Array(front) }
  return Array(front[...end])
}

/// As MCAP without compression, through which the fuzzer sees.
private func containerSeeds(_ bytes: [UInt8]) -> [[UInt8]] {
  guard let contents = try? entries(of: Recording.open(MemoryBytes(bytes))),
    let compressed = try? mcap(Array(contents.prefix(60))).bytes,
    let plain = try? uncompressed(compressed)
  else { return [] }
  return [plain]
}

private func uncompressed(_ file: [UInt8]) throws -> [UInt8] {
  var reader = MCAPReader(SourceInMemory(file))
  var writer: MCAPWriter<BytesInMemory>?
  while let record = try reader.next() {
    switch record {
    case .header(let header):
      writer = try MCAPWriter(
        to: BytesInMemory(), header: header, options: MCAPWriterOptions(compression: .none, chunkSize: 1000))
    case .schema(let schema): try writer?.write(schema)
    case .channel(let channel): try writer?.write(channel)
    case .metadata(let metadata): try writer?.write(metadata)
    case .message(let message):
      let data = reader.withMessageData { data in data.withUnsafeBytes { Array($0) } }
      try writer?.write(message, data: data.span.bytes)
    case .attachment(let attachment, _):
      let data = try reader.readAttachmentData()
      try writer?.write(attachment, data: data.span.bytes)
    }
  }
  try writer?.finish()
  return writer?.sink.bytes ?? []
}

/// One of everything that a recording can hold: two devices, lost events and the state behind them, messages, notes, an
/// image, a device that is plugged in again.
private var wholeSession: [[UInt8]] {
  var contents: [EntryContent] = []
  var time: Int64 = 1_000_000_000
  var screen = DeviceDescription()
  screen.name = "screen"
  screen.uniq = "12:34"
  screen.phys = "usb-0000:00:14.0-1/input0"
  screen.udev = [
    "ID_INPUT": "1", "ID_SERIAL": "S1", "LIBINPUT_CALIBRATION_MATRIX": "0 1 0 1 0 0", "LIBINPUT_DEVICE_GROUP": "3/56a",
  ]
  screen.properties = [.direct]
  screen.codes = [.key: [.touch]]
  screen.axes = [
    .slot: AbsoluteAxis(minimum: 0, maximum: 4), .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
    .positionX: AbsoluteAxis(minimum: 0, maximum: 1000, resolution: 10),
    .positionY: AbsoluteAxis(minimum: 0, maximum: 500, resolution: 10),
  ]
  screen.slots = [[.trackingID: 7, .positionX: 30, .positionY: 40], [.trackingID: -1]]
  screen.active = [.key: [.touch]]
  func frame(_ channel: Int, _ events: [(EventType, EventCode, Int32)]) -> EntryContent {
    time += 8_000_000
    let now = Timestamp(nanoseconds: time)
    let all = events.map { InputEvent(time: now, type: $0.0, code: $0.1, value: $0.2) } + [.report(at: now)]
    return .frame(DeviceChannel(rawValue: channel), Frame(events: all))
  }
  contents.append(.opening(DeviceChannel(rawValue: 0), DeviceOpening(number: 0, description: screen)))
  contents.append(.opening(DeviceChannel(rawValue: 1), DeviceOpening(number: 1, description: DeviceDescription())))
  var image = RecordingAttachment()
  (image.name, image.mediaType, image.bytes) = ("ab12", "image/png", pngSeeds[0])
  contents.append(.attachment(image))
  for (number, message) in messages.enumerated() {
    contents.append(.board(Timestamp(nanoseconds: time), message))
    let x = Int32(number * 30 % 1000)
    contents.append(frame(0, [(.absolute, .positionX, x), (.absolute, .positionY, x / 3 + 7)]))
    guard number % 9 == 4 else { continue }
    contents.append(
      frame(0, [(.absolute, .slot, 1), (.absolute, .trackingID, Int32(number)), (.absolute, .positionX, 400)]))
    contents.append(frame(1, [(.key, .touch, 1), (.absolute, .x, 5)]))
    contents.append(frame(0, [(.absolute, .trackingID, -1), (.absolute, .slot, 0)]))
  }
  contents.append(frame(0, [(.synchronization, .dropped, 0)]))
  if case .frame(let channel, let state) = frame(
    0, [(.absolute, .slot, 0), (.absolute, .trackingID, 9), (.absolute, .positionX, 1)])
  {
    contents.append(.sync(channel, state))
  }
  contents.append(.note(Timestamp(nanoseconds: time), Array(#"{"kind":"deviceRemoved","channel":0}"#.utf8)))
  contents.append(.opening(DeviceChannel(rawValue: 2), DeviceOpening(number: 0, description: screen)))
  contents.append(frame(2, [(.absolute, .trackingID, 3), (.absolute, .positionX, 300)]))
  return [try? mcap(contents).bytes, try? mcap(contents, span: TimeSpan(nanoseconds: 50_000_000)).bytes].compactMap {
    $0
  }
}

/// One of each command, as `/board` has them.
private var messages: [[UInt8]] {
  let color = PixelColor(red: 0, green: 1, blue: 254, alpha: 128)
  let commands: [BoardCommand] =
    BoardSettings().commands + Tool.allCases.map { BoardCommand.set(\.tool, $0) } + [
      .set(\.fill, color), .set(\.fill, nil), .set(\.cap, .butt), .set(\.join, .miter), .set(\.pattern, .dashed),
      .set(\.sides, 9),
      .set(\.font, TextFont(family: "Serif", size: 13.5)), .text("a\n\"é"), .endText, .delete, .deselect,
      .set(\.marks, .shown),
      .restyle(.color(color)), .restyle(.width(7)), .restyle(.pattern(.dashed)), .set(\.pressure, .all(gamma: 1.5)),
      .background(.gradient(from: .white, to: color, angle: 30)),
      .background(.image(ImageID(rawValue: "ab12"), .fit, on: .white)),
      .clear, .undo, .redo, .cancel(DeviceChannel(rawValue: 0), TrackingID(rawValue: 9), .window),
      .size(BoardSize(width: 64, height: 48.5)), .rules(TouchRules(palms: .accepted, penOverTouch: .ignored)),
      .mapping(
        SurfaceMapping.Options(
          fit: .stretch, calibration: CalibrationMatrix(a: 0, b: -1, c: 1, d: 1, e: 0, f: 0.25), rotation: .half,
          range: DeviceRange(x: -5...10, y: 0...4095))),
    ]
  return commands.compactMap { try? BoardMessage.encode($0) }
}

private var boardSeeds: [[UInt8]] {
  let strokes = ["AAzz", "  ~~", "e ~ZZ!!", "PP8P8Q9R", "0010203040", "((hh(h", "zAAz"].map { Array($0.utf8) }
  var all: [UInt8] = []
  var seeds: [[UInt8]] = []
  for (number, message) in messages.enumerated() {
    let some = message + [10] + strokes[number % strokes.count] + [10] + strokes[(number + 3) % strokes.count] + [10]
    seeds.append(some)
    all += some
  }
  return seeds + [all]
}

/// Every colour type and depth, with rows in one stored block of deflate, some interlaced.
private var pngSeeds: [[UInt8]] {
  let kinds: [(type: UInt8, depths: [UInt8], components: Int)] = [
    (0, [1, 2, 4, 8, 16], 1), (2, [8, 16], 3), (3, [1, 2, 4, 8], 1), (4, [8, 16], 2), (6, [8, 16], 4),
  ]
  return kinds.flatMap { kind in
    kind.depths.flatMap { depth in
      [false, true].map { interlaced in rawPNG(type: kind.type, depth: depth, components: kind.components, interlaced) }
    }
  }
}

private func rawPNG(type: UInt8, depth: UInt8, components: Int, _ interlaced: Bool) -> [UInt8] {
  // Of 3×3 in Adam7: passes of 1×1, none, none, 1×1 (from 4), 1×1, 1×2, 2×1 …; some zeros more than needed do no harm.
  let rowSize = 1 + (3 * components * Int(depth) + 7) / 8
  let rows = (0..<(interlaced ? 8 : 3)).flatMap { row in
    [UInt8(row % 5)] + (1..<rowSize).map { UInt8(truncatingIfNeeded: $0 * 37 + row) }
  }
  let length = [
    UInt8(rows.count & 255), UInt8(rows.count >> 8), UInt8(~rows.count & 255), UInt8(~rows.count >> 8 & 255),
  ]
  var (a, b) = (1 as UInt32, 0 as UInt32)
  for byte in rows { (a, b) = ((a + UInt32(byte)) % 65_521, (b + a + UInt32(byte)) % 65_521) }
  let adler = [b >> 8, b & 255, a >> 8, a & 255].map { UInt8(truncatingIfNeeded: $0) }
  let header = [0, 0, 0, 3, 0, 0, 0, 3, depth, type, 0, 0, interlaced ? 1 : 0] as [UInt8]
  let palette = type == 3 ? pngChunk("PLTE", (0..<48).map { $0 * 5 }) + pngChunk("tRNS", [0, 128, 255]) : []
  return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + pngChunk("IHDR", header) + palette
    + pngChunk("IDAT", [0x78, 0x01, 0x01] + length + rows + adler) + pngChunk("IEND", [])
}

private func pngChunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
  func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
  let body = Array(name.utf8) + data
  return bigEndian(UInt32(data.count)) + body + bigEndian(pngSum(body))
}

/// Words of the command line; and bytes of which each bit of the first asks for something else.
private var surfaceSeeds: [[UInt8]] {
  ["0 1 0 1 0 0", "1 0 0 0 1 0", "-5,10,0,4095", "12.5", "1:02:03", "500ms", "50%", "end"].map { Array($0.utf8) }
    + (0..<64).map { flags in [UInt8(flags)] + (0..<60).map { UInt8(truncatingIfNeeded: $0 * (flags + 3)) } }
}

private func isImage(_ bytes: [UInt8]) -> Bool {
  [[0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff], Array("RIFF".utf8), Array("GIF8".utf8), Array("BM".utf8), [0x49, 0x49]]
    .contains { bytes.starts(with: $0) }
}

private func isSVG(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("<svg".utf8)) }

private func isPrompts(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [UInt8(ascii: "#"), UInt8(ascii: " ")]) }

private func isTrial(_ bytes: [UInt8]) -> Bool {
  guard bytes.starts(with: [0x89, 0x4d, 0x43]), let recording = try? open(bytes) else { return false }
  return (try? TrialFacts(beginningOf: recording)) != nil
}

/// As it is, and as Cairo writes its first page, which is what is taken over.
private func paperSeeds(_ bytes: [UInt8]) -> [[UInt8]] {
  [bytes] + [(try? PDFDocument(bytes))?.vectors(ofPages: [0])].compactMap { $0 }
}

/// The events of a recording as the target takes them.
private func touchSeeds(_ bytes: [UInt8]) -> [[UInt8]] {
  guard let contents = try? entries(of: Recording.open(MemoryBytes(bytes))), let channel = contents.channels.first
  else { return [] }
  var seeds: [[UInt8]] = []
  for device in 0..<UInt8(touchDeviceCount) {
    var seed = [device]
    for event in contents.events(of: channel).prefix(400) { seed += touchBytes(of: event) }
    seeds.append(seed)
  }
  return seeds
}

private func readFile(_ path: String) -> [UInt8]? {
  guard let bytes = try? FileBytes(path: FilePath(path)) else { return nil }
  return try? bytes.everything(limit: 8 << 20)
}

private func writeFile(_ bytes: [UInt8], to path: String) {
  do {
    let file = try FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    try file.closeAfter { _ = try file.writeAll(bytes) }
  } catch {
    fail("\(path) cannot be written: \(error)")
  }
}
