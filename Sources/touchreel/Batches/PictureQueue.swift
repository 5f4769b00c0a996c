import TouchReelByteStreams
import TouchReelInkFiles
import TouchReelRecordings

/// The pictures that are to be drawn, in the order of the files.
struct PictureQueue: WorkSource {
  enum Part: Sendable {
    /// A file that becomes one picture.
    case file(PictureTargets.Target, any ByteSource & Sendable)
    /// Some lines of a file that holds many drawings.
    case lines(DrawingLines)
    /// What could not be read.
    case failure(file: String, FileError)
  }

  private enum Current {
    case file(PictureTargets.Target, any ByteSource & Sendable)
    case set(DrawingSet)
    case failure(file: String, FileError)
  }

  private let targets: PictureTargets
  private let shard: ShardArgument?
  private let names: DrawingNames
  private let open: @Sendable (String) throws(FileError) -> any ByteSource & Sendable
  private var current: Current?
  private var index = 0

  /// - Parameters:
  ///   - shard: which of the pictures; all without one.
  ///   - open: opens a file.
  init(
    _ targets: PictureTargets, shard: ShardArgument?, names: DrawingNames,
    open: @escaping @Sendable (String) throws(FileError) -> any ByteSource & Sendable
  ) {
    (self.targets, self.shard, self.names, self.open) = (targets, shard, names, open)
  }

  /// Whether the next part is of a file that holds many drawings.
  mutating func continuesWithSet() -> Bool {
    if current == nil { openNext() }
    if case .set? = current { return true }
    return false
  }

  mutating func next() -> Part? {
    while true {
      if current == nil { openNext() }
      switch current.take() {
      case nil: return nil
      case .file(let target, let bytes): return .file(target, bytes)
      case .failure(let file, let error): return .failure(file: file, error)
      case .set(var set):
        if let part = nextLines(of: &set) { return part }
      }
    }
  }

  var progress: Double {
    let part = if case .set(let set)? = current { set.readFraction - 1 } else { 0.0 }
    return (Double(index) + part) / Double(max(targets.all.count, 1))
  }

  private mutating func nextLines(of set: inout DrawingSet) -> Part? {
    do throws(FileError) {
      guard let lines = try set.next(shard) else { return nil }
      current = .set(set)
      return .lines(lines)
    } catch {
      return .failure(file: set.target.file, error)
    }
  }

  /// Opens files until one is this run's.
  private mutating func openNext() {
    while current == nil, index < targets.all.count {
      let target = targets.all[index]
      let isOwn = shard?.takes(index) ?? true
      index += 1
      do throws(FileError) {
        // What one run draws of a file of many drawings does not depend on the other files.
        guard isOwn || targets.areInFolder else { continue }
        let bytes = try open(target.file)
        if targets.areInFolder, let set = try DrawingSet(target, bytes, names: names) {
          current = .set(set)
        } else if isOwn {
          current = .file(target, bytes)
        }
      } catch {
        if isOwn { current = .failure(file: target.file, error) }
      }
    }
  }
}
