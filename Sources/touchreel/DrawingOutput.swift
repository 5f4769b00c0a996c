import DrawingFiles
import Recordings
import Replaying
import SystemPackage

/// A drawing that is written: of another drawing, or of what a recording has drawn.
struct DrawingOutput {
  let kind: DrawingKind
  /// What of a recording is drawn, and how.
  let drawn: DrawnOptions

  func write(_ bytes: any ByteSource, to output: String, _ input: InputOptions, replacing: OutputOptions) throws {
    let (document, warnings) = try read(bytes, input)
    let out = try OutputFile(path: FilePath(argument: output), existing: replacing.existing)
    let (text, losses) = try document.json(as: kind)
    try out.write(text)
    try out.commit()
    Terminal.warn(warnings + losses, of: out.name)
  }

  private func read(_ bytes: any ByteSource, _ input: InputOptions) throws -> (DrawingDocument, [String]) {
    if let drawing = try DrawingInput.read(bytes, input) {
      guard drawn.stated.isEmpty else {
        let options = drawn.stated.joined(separator: ", ")
        throw Failure(message: "\(drawing.name): is a drawing already, and is written as it is; leave out \(options)")
      }
      return (drawing.document, drawing.document.kind == kind ? drawing.warnings : [])
    }
    let recording = try input.open(bytes)
    let (renderer, survey) = try drawn.renderer(of: recording, input)
    var progress = Progress("Drawing")
    let (drawing, warnings) = try renderer.drawing { progress.update($0) }
    progress.finish()
    let others = warnings.filter { !survey.warnings.contains($0) }
    return (.touchreel(DrawingFile(drawing)), survey.warnings + others)
  }
}
