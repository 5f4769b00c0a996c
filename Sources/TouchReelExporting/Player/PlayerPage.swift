import FoundationEssentials
public import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInputEvents
public import TouchReelReplaying
import TouchReelTouchTracking

/// A recording as a web page that plays it: one file, which loads nothing.
///
/// The page draws the ink itself, by the rule of our pictures. Without JavaScript it shows the finished picture.
public struct PlayerPage: Sendable {
  /// The longest side, and the most pixels, of which browsers have a canvas.
  public static let (maximumSide, maximumPixels) = (8192, 1 << 25)

  /// How many touches began in the part of the recording that was read.
  public let touchCount: Int
  /// Whether the recording was read to its end.
  public let isOfWhole: Bool
  /// What the user should know.
  public let warnings: [String]

  private let title: String
  private let size: PixelSize
  private let poster: [UInt8]
  private let data: PlayerData
  private let touches: PlayerTouches

  /// - Parameters:
  ///   - renderer: its options say which part of the recording is shown, and how.
  ///   - name: the recording's, which the page has as its title.
  ///   - progress: called with the share played so far, 0…1.
  /// - Throws: if the recording cannot be read, or its board changes its size or is too large for a page.
  public init(_ renderer: Renderer, name: String, progress: (Double) -> Void = { _ in }) throws(FileError) {
    let renderer = renderer.withoutMarks
    let undone = try renderer.makeUndoneFacts()
    var raster = try renderer.makeRaster()
    var sink = try HistorySink(renderer, leavingOut: undone, on: raster)
    try Self.check(raster.pixels, of: name)
    var finished = try renderer.renderedPicture(playingInto: &sink, leavingOut: undone, progress: progress)
    guard !sink.changesSize else {
      throw FileError(file: name, message: "its board changes its size, and a page has one; render it as a picture")
    }
    if sink.isGrown, let grown = try? Raster(board: sink.board.board.raster.board, scale: raster.scale) {
      raster = grown
      try Self.check(raster.pixels, of: name)
      sink = try HistorySink(renderer, leavingOut: undone, on: raster)
      finished = try renderer.renderedPicture(playingInto: &sink, leavingOut: undone, progress: progress)
    }
    let (history, size) = (sink.finish(), raster.pixels)
    var poster: [UInt8] = []
    finished.picture.writePNG { poster.append(contentsOf: $0) }
    self.poster = poster
    (touchCount, isOfWhole) = (finished.touchCount, finished.isOfWhole)
    warnings = finished.warnings + (sink.showsSelection ? ["the frame of a selection is not drawn in pages"] : [])
    title = String(name.split(separator: "/").last ?? "").printableName
    self.size = size
    // A device that goes away ends touches after the last frame.
    let span = renderer.shownSpan
    let end = renderer.showsEnd ? max(span.upperBound, sink.now) : span.upperBound
    data = PlayerData(history, size: size, span: span.lowerBound...end)
    touches = PlayerTouches(history, renderer.facts)
  }

  private static func check(_ size: PixelSize, of name: String) throws(FileError) {
    guard max(size.width, size.height) > maximumSide || size.width * size.height > maximumPixels else { return }
    throw FileError(
      file: name,
      message: "a page has at most \(maximumSide) pixels on a side and \(maximumPixels / 1_000_000) million in all",
      advice: .size(.smaller))
  }

  /// - Parameter sink: takes the bytes of the file, part by part.
  public func write<Failure: Error>(to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
    var rest = PackageResources.player_html[...]
    while let start = rest.firstIndex(of: "{{"), let end = rest[start...].firstIndex(of: "}}") {
      try Self.write(rest[..<start], to: sink)
      try Self.write(content(of: String(decoding: rest[start + 2..<end], as: UTF8.self))[...], to: sink)
      rest = rest[(end + 2)...]
    }
    try Self.write(rest, to: sink)
  }

  private func content(of name: String) -> [UInt8] {
    switch name {
    case "title": Array(title.inXML.utf8)
    case "styleHash": Self.hash(of: PackageResources.player_css)
    case "scriptHash": Self.hash(of: Self.script)
    case "style": PackageResources.player_css
    case "script": Self.script
    case "width": Array("\(size.width)".utf8)
    case "height": Array("\(size.height)".utf8)
    case "poster": Self.base64(poster)
    case "data": Self.base64(data.bytes.bytes.deflated)
    case "summary": Array(touches.summary.inXML.utf8)
    case "devices": Array(touches.rows.utf8)
    default: []
    }
  }

  private static let script =
    PackageResources.coverage_js + PackageResources.compositing_js + PackageResources.data_js
    + PackageResources.reel_js + PackageResources.player_js

  /// The name by which a policy of content lets a source run.
  private static func hash(of source: [UInt8]) -> [UInt8] {
    Array("sha256-".utf8) + base64(SHA256.digest(of: source))
  }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] { Array(Data(bytes).base64EncodedData()) }

  private static func write<Failure: Error>(
    _ bytes: ArraySlice<UInt8>, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    bytes.withUnsafeBytes { part in
      do throws(Failure) { try sink(part) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

extension ArraySlice<UInt8> {
  /// Where two equal characters begin.
  fileprivate func firstIndex(of mark: StaticString) -> Int? {
    let first = mark.utf8Start.pointee
    return indices.dropLast().first { self[$0] == first && self[$0 + 1] == first }
  }
}
