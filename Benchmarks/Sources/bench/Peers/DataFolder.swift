import FoundationEssentials
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas

/// A folder of the workloads' data, as peers and programs read them; it goes with the value.
final class DataFolder {
  let path: FilePath

  init() throws {
    var template = Array("/tmp/touchreel-bench-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw BenchFailure("no folder can be made in /tmp") }
    path = FilePath(platformString: made)
  }

  deinit {
    // What cannot be removed stays in /tmp.
    try? FileManager.default.removeItem(atPath: path.string)
  }

  /// The path of a file in it.
  func file(_ name: String) -> FilePath { path.appending(name) }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: file(name).string, withIntermediateDirectories: false)
  }

  func write(_ bytes: UnsafeRawBufferPointer, as name: String) throws {
    let output = try OutputFile(path: file(name), existing: .replaced)
    try output.write(bytes)
    try output.commit()
  }

  /// Strokes as doubles: their number, then for each width, red, green, blue, number of points, points.
  func write(_ strokes: [BenchmarkStroke], as name: String) throws {
    var values = [Double(strokes.count)]
    for stroke in strokes {
      let color = stroke.color
      values += [stroke.width, Double(color.red), Double(color.green), Double(color.blue), Double(stroke.points.count)]
      for point in stroke.points { values += [point.x, point.y] }
    }
    try values.withUnsafeBytes { try write($0, as: name) }
  }
}
