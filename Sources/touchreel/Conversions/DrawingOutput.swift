import SystemPackage
import TouchReelByteStreams
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelExporting
import TouchReelInkFiles
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelWindowArguments

/// Writes a drawing: another drawing converted, or what a recording draws.
struct DrawingOutput {
  let kind: DrawingKind
  /// The only page that is converted.
  let page: PageOption
  /// Which part of a recording to draw, and how.
  let drawn: DrawnOptions

  func write(
    _ bytes: any ByteSource, to output: String, _ input: InputOptions, replacing: OutputOptions,
    _ report: inout ConversionReport
  ) throws {
    let path = FilePath(argument: output)
    let bytes = try DrawingInput.unpacked(bytes)
    if let drawing = try DrawingInput.read(bytes, input, pages: page.selection) {
      return try write(drawing, to: path, replacing, input.limits, &report)
    }
    if [.inkml, .quickdraw].contains(kind) {
      let (text, warnings, left) = try timedInk(of: bytes, input)
      // The input is not read any more once the output has its name.
      let losses = try ConvertedDrawing.losses(of: bytes, inSame: kind, text)
      let out = try OutputFile(path: path, existing: replacing.existing)
      try out.write(text)
      try out.commit()
      // What was found to be lost is not said a second time as not kept.
      let found = Set(losses.map { "\($0.count) × \($0.name) is not kept" })
      return report.add(
        warnings: warnings, losses: losses.map(\.description) + left.filter { !found.contains($0) })
    }
    let (drawing, warnings, left) = try drawn(from: bytes, input)
    let losses = try drawing.write(as: kind, to: path, existing: replacing.existing)
    report.add(warnings: warnings, losses: left + advised(losses, of: drawing))
  }

  /// Losses with what to do about pages that are left out.
  private func advised(_ losses: [String], of saved: SavedDrawing) -> [String] {
    let loss = saved.lossOfPages(as: kind)
    return losses.map { $0 == loss ? Self.advised($0) : $0 }
  }

  private static func advised(_ lossOfPages: String) -> String { "\(lossOfPages); --page chooses one" }

  /// Converts a drawing.
  private func write(
    _ drawing: DrawingInput, to path: FilePath, _ replacing: OutputOptions, _ limits: Limits,
    _ report: inout ConversionReport
  ) throws {
    guard drawn.given.isEmpty else {
      let options = drawn.given.names.joined(separator: ", ")
      throw Failure(message: "\(drawing.name): is already a drawing, which is not drawn anew; remove \(options)")
    }
    let alone = try alone(drawing)
    let beside = comesAlong(with: drawing) ? try drawing.contentBeside(limits) : [:]
    let saved = SavedDrawing(alone?.document ?? drawing.document, beside: beside)
    let (bytes, losses) = try written(saved, drawing.document.kind, to: path, replacing)
    if let alone, kind == drawing.document.kind {
      return report.add(warnings: [], losses: alone.losses + losses)
    }
    let converted = ConvertedDrawing(drawing, as: kind, written: bytes)
    let ofCopy = kind == drawing.document.kind ? drawing.document.lossesOfCopy : []
    let ofParts = Set(drawing.document.lossesOfParts).subtracting(ofCopy)
    report.add(
      warnings: converted.warnings, losses: converted.losses + losses.filter { !ofParts.contains($0) })
  }

  /// The page that is asked for, in a document of its own; `nil` if all of the drawing is converted.
  private func alone(_ drawing: DrawingInput) throws -> (document: DrawingDocument, losses: [String])? {
    guard let chosen = try drawing.chosenPages, drawing.shownPage.count > 1 else { return nil }
    do throws(OperationError) {
      return try drawing.document.alone(page: chosen.lowerBound, as: kind)
    } catch {
      throw Failure(message: "\(drawing.name): \(error)")
    }
  }

  /// Whether what lies beside a drawing comes along: into our file, and with a PDF into one of Xournal++.
  private func comesAlong(with drawing: DrawingInput) -> Bool {
    kind == .xournal || kind == .touchreel && drawing.document.kind == .xournal
  }

  /// - Parameter former: what the drawing was read of.
  /// - Returns: the bytes of a file of the same kind. One of another kind is not compared, and may be large.
  private func written(
    _ saved: SavedDrawing, _ former: DrawingKind, to path: FilePath, _ replacing: OutputOptions
  ) throws -> (bytes: [UInt8], losses: [String]) {
    let written = try saved.written(as: kind, to: path, existing: replacing.existing)
    return (kind == former ? written.bytes : [], advised(written.losses, of: saved))
  }

  /// A recording's touches with their times.
  private func timedInk(
    of bytes: any ByteSource, _ input: InputOptions
  ) throws -> (text: [UInt8], warnings: [String], losses: [String]) {
    let recording = try input.openRecording(bytes)
    if recording.format.rawValue == kind.rawValue, let same = try unchanged(bytes, input.limits.ink) { return same }
    let (renderer, survey) = try drawn.renderer(of: recording, input, threads: FileBatch.cores)
    var progress = Progress("Drawing")
    let pages = try renderer.renderedPages(keepsSamples: true) { progress.update($0) }
    progress.finish()
    let chosen = try index(in: pages, recording.name)
    let rendered = try pages.drawing(ofPage: chosen)
    let ink: TimedInk
    do throws(DrawingFileError) {
      ink = try TimedInk(rendered, as: kind)
    } catch {
      throw Failure(message: "\(recording.name): \(error)")
    }
    let cancelled = survey.touches.cancelled.values.reduce(0, +)
    let left = cancelled == 0 ? [] : ["\(counted(cancelled, "cancelled touch is", "cancelled touches are")) left out"]
    // Where the format stays, the comparison of the files names what is lost of the rest.
    let isSame = recording.format.rawValue == kind.rawValue
    let leftOut = isSame ? try recording.membersLeftOut() : try recording.inkLeftOut()
    let others = lossOfPages(pages.shown.count - 1, chosen)
    return (ink.bytes, rendered.warnings.filter { !leftOut.contains($0) }, others + ink.losses + left + leftOut)
  }

  /// A file of ink as it is, with all that no recording holds; `nil` if it is to be drawn otherwise, or is cut off.
  private func unchanged(
    _ bytes: any ByteSource, _ limits: InkLimits
  ) throws -> (text: [UInt8], warnings: [String], losses: [String])? {
    guard drawn.given.isEmpty, [nil, 1].contains(page.page?.number) else { return nil }
    let text = try bytes.everything(limit: 256 << 20)
    // What exceeds the limits is refused where it is drawn.
    let page = try? InkKind(rawValue: kind.rawValue)?.read(text, limits: limits)
    guard let page, !page.damage.isTruncated else { return nil }
    return (text, page.damage.lines, [])
  }

  /// What a recording draws.
  private func drawn(
    from bytes: any ByteSource, _ input: InputOptions
  ) throws -> (SavedDrawing, warnings: [String], losses: [String]) {
    let recording = try input.openRecording(bytes)
    let (renderer, survey) = try drawn.renderer(of: recording, input, threads: FileBatch.cores)
    var progress = Progress("Drawing")
    let pages = try renderer.renderedPages { progress.update($0) }
    progress.finish()
    let chosen = try index(in: pages, recording.name)
    let (drawing, pictures, warnings) = try pages.saved(page: chosen)
    let losses = try lossOfPages(pages.shown.count - drawing.pageCount, chosen) + recording.lossesOfDrawing()
    let others = warnings.filter { !survey.warnings.contains($0) }
    return (
      SavedDrawing(drawing, pictures: pictures), (survey.warnings + others).filter { !losses.contains($0) }, losses
    )
  }

  /// What is said of pages of a recording that are left out where none was chosen.
  private func lossOfPages(_ count: Int, _ chosen: Int?) -> [String] {
    guard chosen == nil, let loss = DrawingKind.loss(ofPages: count) else { return [] }
    return [Self.advised(loss)]
  }

  /// The index of the page of a recording that is asked for; `nil` if none is named.
  private func index(in pages: RenderedPages, _ name: String) throws(Failure) -> Int? {
    do throws(MissingPage) {
      return try page.selection?.indices(of: pages.shown.count).lowerBound
    } catch {
      throw Failure(message: "\(name): \(error)")
    }
  }
}
