import DrawingFiles
import Recordings
import Replaying
import SystemPackage

/// A drawing that is written: of another drawing, or of what a recording has drawn at its end.
struct DrawingOutput {
  let kind: DrawingKind

  func write(_ bytes: any ByteSource, to output: String, _ input: InputOptions, replacing: OutputOptions) throws {
    let (document, warnings) = try read(bytes, input)
    let out = try OutputFile(path: FilePath(argument: output), existing: replacing.existing)
    let (text, losses) = try document.json(as: kind)
    try out.write(text)
    try out.commit()
    Terminal.warn(warnings + losses, of: out.name)
  }

  private func read(_ bytes: any ByteSource, _ input: InputOptions) throws -> (DrawingDocument, [String]) {
    if let drawing = try DrawingInput.read(bytes) {
      return (drawing.document, drawing.document.kind == kind ? drawing.warnings : [])
    }
    let recording = try input.open(bytes)
    let survey = try input.survey(recording)
    let (drawing, warnings) = try Renderer(recording, survey: survey, options: RenderOptions()).drawing()
    let others = warnings.filter { !survey.warnings.contains($0) }
    return (.touchreel(DrawingFile(drawing)), survey.warnings + others)
  }
}
