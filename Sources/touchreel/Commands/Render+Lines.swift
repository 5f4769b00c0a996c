import TouchReelByteStreams
import TouchReelDrawingFiles
import TouchReelExporting
import TouchReelInkFiles
import TouchReelRecordings
import TouchReelReplaying

/// Draws the drawings of a file that holds many, each as if it were alone in a file.
struct LinePainter: Sendable {
  private let render: Render
  private let options: DrawingOptions
  private let marking: PictureMarking?

  init(_ render: Render, options: DrawingOptions, _ marking: PictureMarking?) {
    (self.render, self.options, self.marking) = (render, options, marking)
  }

  /// Draws them all; an error in one does not stop the others.
  func draw(_ lines: DrawingLines) -> BatchReport {
    var report = BatchReport()
    report.unit = .picture
    report.count = lines.drawings.count
    for drawing in lines.drawings {
      let name = "\(lines.target.file):\(drawing.line.number)"
      report.noteErrors(of: name) { try draw(drawing, of: lines, named: name, report: &$0) }
      for message in report.warnings.flatMap(\.messages) {
        report.warningsOfLines.append((lines.target.file, drawing.line.number, message.withoutOwnLine))
      }
      report.warnings = []
    }
    return report
  }

  private func draw(
    _ drawing: DrawingLines.Drawing, of lines: DrawingLines, named name: String, report: inout BatchReport
  ) throws {
    guard let text = lines.block.text(of: drawing.line) else {
      throw Failure(message: "\(name): is longer than \(LineBlocks.longestLine >> 20) MiB, too long for a drawing")
    }
    let target = lines.target(named: try drawing.usableName(for: name))
    guard let output = try render.pictureOutput(of: target, marking?.mark(of: text)) else {
      report.unchanged += 1
      return
    }
    let line = try read(text, drawing.line.number, file: lines.target.file)
    if line.page.hasTimes {
      let recording = try render.input.open(MemoryBytes(Array(text), name: name))
      try render.draw(recording, as: output, threads: 1, report: &report)
    } else {
      let input = DrawingInput(
        name: name, ForeignDrawing(line.page, kind: .quickdraw), pages: render.pages.selection)
      try render.draw(input, as: output, options, report: &report)
    }
  }

  private func read(_ text: ArraySlice<UInt8>, _ number: Int, file: String) throws(FileError) -> QuickDrawLine {
    do throws(InkFileError) {
      var line = try text.withUnsafeBufferPointer { (bytes) throws(InkFileError) in
        try QuickDrawLine(line: bytes, limits: render.input.limits.ink)
      }
      line.page.damage = line.page.damage.withoutLines
      return line
    } catch {
      throw FileError(file: file, location: .line(number), message: error.message)
    }
  }
}
