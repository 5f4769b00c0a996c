import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// `--renders`: pictures instead of events.
extension Compare {
  func renderDifference() throws -> Difference? {
    let goldens = try [first, second].map { try golden($0) }
    // What is drawn for a picture has its size, if none is stated.
    let size = goldens.lazy.compactMap(\.self).first?.size
    let sides = try zip([first, second], goldens).map { file, golden in
      try golden.map { golden in ComparedPictures(pixels: { _ in golden }) } ?? rendered(file, size: size)
    }
    guard size == nil else { return try difference(between: sides, [sides[0].shown, sides[1].shown]) }
    let counts = sides.map(\.shown.count)
    guard counts[0] == counts[1] else {
      return Difference("render", "the drawings differ in pages: \(counts[0]) and \(counts[1])")
    }
    for index in 0..<counts[0] {
      let page = ShownPage(index: index, count: counts[0])
      if let found = try difference(between: sides, [page, page]) { return found }
    }
    return nil
  }

  /// - Parameter pages: one of each side.
  private func difference(between sides: [ComparedPictures], _ pages: [ShownPage]) throws -> Difference? {
    let page = pages.first { $0.count > 1 }
    func onPage(_ message: String) -> String { page.map { "page \($0.index + 1): \(message)" } ?? message }
    let (left, right) = (try sides[0].pixels(pages[0].index), try sides[1].pixels(pages[1].index))
    guard let sizes = sizeDifference(left, right) else {
      guard let found = PictureDifference(left, right, tolerance: tolerance ?? 0) else { return nil }
      if let difference { try write(found.picture(on: left), to: difference) }
      let touches = try zip(sides, pages).compactMap { try $0.drawing?($1.index).firstTouch(in: found) }
      var result = Difference(onPage(words(found)), touches.min { $0.began < $1.began })
      result.page = page.map { $0.index + 1 }
      return result
    }
    var result = Difference("render", onPage(sizes))
    result.page = page.map { $0.index + 1 }
    return result
  }

  func sizeDifference(_ left: PixelBuffer, _ right: PixelBuffer) -> String? {
    guard left.size != right.size else { return nil }
    return "the pictures differ in size: \(left.size.width)x\(left.size.height) "
      + "and \(right.size.width)x\(right.size.height)"
  }

  func words(_ found: PictureDifference) -> String {
    "the pictures differ in \(counted(found.indices.count, "pixel")), first at \(found.first.x),\(found.first.y)"
  }

  private func write(_ picture: PixelBuffer, to file: String) throws {
    let out = try OutputFile(path: FilePath(argument: file), existing: replacing.existing)
    try picture.writePNG { (bytes) throws(FileError) in try out.write(bytes) }
    try out.commit()
  }

  /// The pixels of a PNG; `nil` if the file is something else.
  private func golden(_ file: String) throws -> PixelBuffer? {
    guard file != "-" else { return nil }
    let bytes = try input.bytes(of: file)
    guard try bytes.beginning(8).elementsEqual([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    let content = try bytes.everything(limit: input.limits.imageByteLimit, advising: .imageSize)
    do throws(PNGError) {
      return try PixelBuffer(png: content, pixelLimit: input.limits.pixelLimit)
    } catch {
      throw Failure(message: "\(bytes.name): \(error.message)")
    }
  }

  private func rendered(_ file: String, size: PixelSize?) throws -> ComparedPictures {
    let bytes = try input.bytes(of: file)
    if let drawing = try DrawingInput.read(bytes, input) {
      var options = try drawn.drawingOptions(input.limits, threads: 1)
      if options.size == nil { options.size = size }
      return ComparedPictures(shown: drawing.shownPage) { [input, options] page in
        try drawing.board(ofPage: page, options, limits: input.limits).board.picture.composed()
      }
    }
    let recording = try input.openRecording(bytes)
    var drawn = drawn
    if drawn.size == nil { drawn.size = size.map(SizeArgument.init) }
    let renderer = try drawn.renderer(of: recording, input, threads: FileBatch.cores).renderer
    let pages = try renderer.renderedPages(asPixels: true)
    return ComparedPictures(shown: pages.shown) { page in
      try pages.picture(ofPage: page).picture.composed()
    } drawing: { [renderer] page in
      try renderer.renderedPages().drawing(ofPage: page)
    }
  }
}

/// One of two files: what is drawn of each of its pages, by its index.
private struct ComparedPictures {
  var shown = ShownPage()
  var pixels: (Int) throws -> PixelBuffer
  /// What drew it, where it is of a recording.
  var drawing: ((Int) throws -> RenderedDrawing)?
}
