import ByteStreams
import Canvas
import RecordingFormats
import Replaying

let recording = try Recording.open("session.mcap")
let facts = try RecordingFacts(recording, wanting: .contacts)
let touches = facts.contacts.entries.sorted { $0.key.rawValue < $1.key.rawValue }
for (id, entry) in touches {
  print("touch \(id.rawValue) began at \(entry.began.nanoseconds) ns")
}
let picture = try Renderer(recording, facts: facts, options: RenderOptions()).picture().picture
let output = try OutputFile(path: "session.png")
try picture.writePNG { (bytes) throws(FileError) in try output.write(bytes) }
try output.commit()
