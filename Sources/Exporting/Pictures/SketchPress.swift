package import ByteStreams
import DrawingFiles
import Drawings
import InkFiles
package import Replaying
import SystemPackage
import TouchTracking

/// Makes PNG files of simplified drawings of “Quick, Draw!”, one after another, in memory that is used again: what
/// takes the time of a small picture is everything but its ink.
package struct SketchPress: ~Copyable {
  private var reader = QuickDrawReader()
  private var sketch: Sketch
  private var renderer: SketchRenderer
  private var bytes: [UInt8] = []
  private let folder: OutputFolder

  /// How such drawings are shown; `nil` if each needs a board.
  package static func style(_ options: DrawingOptions) -> SketchStyle? {
    let line = #"{"drawing":[[[0],[0]]]}"#
    return (try? QuickDrawLine(line.utf8)).flatMap { line in
      SketchStyle(like: ForeignDrawing(line.page, kind: .quickdraw).drawing, options)
    }
  }

  /// - Parameters:
  ///   - style: of the drawings.
  ///   - picture: a file in the folder of the pictures.
  /// - Returns: `nil` if the folder cannot be opened.
  package init?(_ style: SketchStyle, folderOf picture: String) {
    guard let folder = OutputFolder(FilePath(argument: picture).removingLastComponent()) else { return nil }
    self.folder = folder
    sketch = style.blank
    renderer = SketchRenderer(style)
  }

  /// Makes the picture of a line.
  ///
  /// - Parameters:
  ///   - line: a drawing, as JSON.
  ///   - place: where the picture goes.
  /// - Returns: false if there is none, and nothing was written: whatever is the matter, drawing it on a board says so.
  package mutating func print(_ line: ArraySlice<UInt8>, as place: PicturePlace) throws(FileError) -> Bool {
    guard let name = FilePath(argument: place.picture).lastComponent, read(line) else { return false }
    bytes.removeAll(keepingCapacity: true)
    guard renderer.writePNG(sketch, note: place.note, to: { bytes.append(contentsOf: $0) }) else { return false }
    if bytes.withUnsafeBytes({ folder.writeNew(name, $0) }) { return true }
    guard place.existing == .replaced else { return false }
    let out = try place.open()
    try out.write(bytes)
    try out.commit()
    return true
  }

  private mutating func read(_ line: ArraySlice<UInt8>) -> Bool {
    let isDrawing = line.withUnsafeBufferPointer { (try? reader.read($0)) != nil }
    guard isDrawing, reader.isSimplified, reader.damage.isEmpty else { return false }
    sketch.removeStrokes()
    reader.forEachStroke { places, _ in
      for place in places { sketch.append(BoardPoint(x: reader.x[place], y: reader.y[place])) }
      sketch.endStroke()
    }
    return true
  }
}
