import ByteStreams
import Canvas
import RecordingFormats
import Replaying

let recording = try Recording.open("session.mcap")
let survey = try RecordingSurvey(recording)
for (id, entry) in try TouchCatalog(recording, survey: survey).entries {
  print("touch \(id.rawValue) began at \(entry.began.nanoseconds) ns")
}
let picture = try Renderer(recording, survey: survey, options: RenderOptions()).picture().picture
let output = try OutputFile(path: "session.png")
try picture.writePNG { (bytes) throws(FileError) in try output.write(bytes) }
try output.commit()
