import ArgumentParser
import ByteStreams
import Exporting
import Replaying

/// How `render` writes pictures of vectors.
struct VectorOptions: ParsableArguments {
  @Flag(help: "Write texts as the outlines of their letters, so that they look alike without their fonts.")
  var textAsPaths = false

  func refuse(unlessFor format: PictureFormat) throws {
    if textAsPaths && format != .svg {
      throw ValidationError("--text-as-paths is for SVG; in \(format.rawValue.uppercased()) texts are never text.")
    }
  }

  /// Writes the file whole.
  func write(_ rendered: RenderedDrawing, as format: PictureFormat, to out: OutputFile) throws {
    let picture = VectorPicture(rendered, texts: textAsPaths ? .asPaths : .asText)
    switch format {
    case .pdf: try picture.writePDF { (bytes) throws(FileError) in try out.write(bytes) }
    default: try picture.writeSVG { (bytes) throws(FileError) in try out.write(bytes) }
    }
    try out.commit()
  }
}
