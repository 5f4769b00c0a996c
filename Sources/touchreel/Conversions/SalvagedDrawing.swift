import SystemPackage
import TouchReelByteStreams
import TouchReelDrawingFiles
import TouchReelExporting
import TouchReelInkFiles
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// What could be read of a drawing, on its way into a file.
struct SalvagedDrawing {
  private let input: DrawingInput
  /// Ink that has times, which its own kinds of files keep; `nil` for any other drawing.
  private let timedInk: InkPage?
  private let limits: InkLimits

  /// - Parameter page: the only page of a file of Xournal++ that is saved; all are of other drawings.
  /// - Throws: if it is a recording, or nothing of it can be read.
  init(_ bytes: any ByteSource, _ options: InputOptions, page: PageOption) throws {
    let bytes = try DrawingInput.unpacked(bytes)
    limits = options.limits.ink
    if let drawing = try DrawingInput.read(bytes, options, pages: page.selection, salvaging: true) {
      guard try drawing.chosenPages == nil || drawing.shownPage.count == 1 else {
        throw FileError(
          file: drawing.name, message: "all pages are saved; remove --page, and take one with touchreel convert --page")
      }
      (input, timedInk) = (drawing, nil)
      return
    }
    guard let kind = InkKind(beginning: try bytes.beginning(InkKind.sniffedLength)) else {
      // What is no recording either is said to be none.
      _ = try RecordingSniffer.format(of: bytes)
      throw FileError(
        file: bytes.name, message: "is a recording; salvage it as one, and draw that with touchreel convert")
    }
    let text = try bytes.everything(limit: options.limits.drawingByteLimit, advising: .drawingSize)
    try bytes.requireSoundGzip()
    input = try DrawingInput.decode(text, of: bytes, options, pages: page.selection)
    _ = try input.chosenPages
    timedInk = try? kind.read(text, limits: options.limits.ink)
  }

  /// Writes all of it.
  func write(as kind: DrawingKind, to output: String, _ replacing: OutputOptions) throws -> DrawingSalvageFacts {
    let path = FilePath(argument: output)
    if let (text, losses) = try salvagedLines(as: kind) ?? timedText(as: kind) {
      let out = try OutputFile(path: path, existing: replacing.existing)
      try out.write(text)
      try out.commit()
      return DrawingSalvageFacts(input, in: out.name, as: kind, notWritten: losses)
    }
    let document = input.document.damage.isEmpty ? input.document : input.document.rewritten
    let (bytes, losses) = try SavedDrawing(document).written(as: kind, to: path, existing: replacing.existing)
    let read = Set(input.document.lossesOfParts)
    let notWritten = losses.filter { !read.contains($0) } + lossesOfSource(as: kind, bytes)
    return DrawingSalvageFacts(input, in: output.readable, as: kind, notWritten: notWritten)
  }

  /// All drawings of a damaged file that holds several, in one of the same kind; `nil` for any other.
  private func salvagedLines(as kind: DrawingKind) throws(Failure) -> (text: [UInt8], losses: [String])? {
    guard kind == .quickdraw, input.document.kind == kind, !input.document.damage.isEmpty else { return nil }
    do throws(InkFileError) {
      return try QuickDrawFile.salvaged(input.bytes, limits: limits)
    } catch {
      throw Failure(message: "\(input.name): \(error)")
    }
  }

  /// The ink with its times, where that kind of file has them; the file itself if it is whole.
  private func timedText(as kind: DrawingKind) -> (text: [UInt8], losses: [String])? {
    guard let timedInk, let ink = InkKind(rawValue: kind.rawValue) else { return nil }
    if input.document.kind == kind && input.document.damage.isEmpty { return (input.bytes, []) }
    if ink == .inkml, let text = InkMLFile.closed(input.bytes, limits: limits) { return (text, []) }
    let (text, losses): ([UInt8], [String])
    switch ink {
    case .inkml: (text, losses) = InkMLFile.text(of: timedInk)
    case .quickdraw: (text, losses) = QuickDrawLine.text(of: timedInk, word: "", key: "")
    case .xournal: return nil
    }
    return (text, losses + lossesOfSource(as: kind, text).filter { !timedInk.isKept($0, by: ink) })
  }

  /// What the file held and the new one does not, besides what is damaged.
  private func lossesOfSource(as kind: DrawingKind, _ bytes: [UInt8]) -> [String] {
    let read = Set(input.document.notes + input.warnings)
    return ConvertedDrawing(input, as: kind, written: bytes).otherLosses.filter {
      !read.contains($0) && $0 != LostContent.unknown.description
    }
  }
}

extension InkPage {
  /// Whether a line of what no drawing holds is of something that a file of ink with times does hold.
  fileprivate func isKept(_ line: String, by kind: InkKind) -> Bool {
    leftOutOfDrawing(of: kind).contains(line) && (kind == .inkml || line.contains("time of a point"))
  }
}

extension String {
  /// The name of an output, for people.
  fileprivate var readable: String { self == "-" ? "standard output" : FilePath(argument: self).readable }
}
