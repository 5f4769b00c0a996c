import ByteStreams
import Canvas
import Glibc
import SystemPackage

/// A folder of the workloads' data, as peers and programs read them; it goes with the value.
final class DataFolder {
  let path: FilePath

  init() throws {
    var template = Array("/tmp/touchreel-bench-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw BenchFailure("no folder can be made in /tmp") }
    path = FilePath(platformString: made)
  }

  deinit {
    for name in names { _ = path.appending(name).withPlatformString { unlink($0) } }
    _ = path.withPlatformString { rmdir($0) }
  }

  private var names: [String] = []

  /// The path of a file in it.
  func file(_ name: String) -> FilePath {
    if !names.contains(name) { names.append(name) }
    return path.appending(name)
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
