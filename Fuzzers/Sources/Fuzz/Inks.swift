import TouchReelByteStreams
import TouchReelInkFiles
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// An ink file of another program's: what was read is written, and read again with as many strokes and samples. With
/// times it is a recording as well, whose frames come in the order of time.
func fuzzInk(_ bytes: [UInt8]) throws {
  if let page = try? InkMLFile.read(bytes) {
    checkInk(page, InkMLFile.text(of: page).text) { try InkMLFile.read($0) }
  }
  // As it is when it is unpacked.
  if let page = try? XournalFile.read(bytes) {
    checkInk(page, XournalFile.file(of: page)) { try XournalFile.read($0) }
  }
  if let line = try? QuickDrawLine(bytes) {
    let text = QuickDrawLine.text(of: line.page, word: line.word, key: line.key).text
    checkInk(line.page, text) { try QuickDrawLine($0).page }
  }
  try checkRecording(bytes)
}

private func checkInk(_ page: InkPage, _ file: [UInt8], _ read: ([UInt8]) throws -> InkPage) {
  guard !page.strokes.isEmpty else { return }
  guard let again = try? read(file) else {
    fail("ink cannot be read after it was written:\n\(String(decoding: file, as: UTF8.self))")
  }
  // Xournal++ shows a dot only if it has two points.
  func counts(_ page: InkPage) -> [Int] { page.strokes.map { max($0.samples.count, 2) } }
  requireSame(counts(again), counts(page), "strokes have other numbers of samples")
}

private func checkRecording(_ bytes: [UInt8]) throws {
  let recording = try Recording.open(MemoryBytes(bytes))
  guard [.inkml, .quickdraw].contains(recording.format) else { return }
  var last = Int64.min
  for entry in try entries(of: recording) {
    guard case .frame(_, let frame) = entry, let time = frame.events.first?.time else { continue }
    require(time.nanoseconds >= last, "frames are not in the order of time")
    last = time.nanoseconds
  }
}
