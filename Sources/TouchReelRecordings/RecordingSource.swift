public import TouchReelByteStreams
public import TouchReelInputEvents

/// A recording being read, entry by entry, in file order and in bounded memory.
public protocol RecordingSource {
  /// The format of the recording.
  var format: RecordingFormat { get }

  /// What is added to the entries' times to put them on the Unix epoch; 0 if the epoch is unknown or the times are on
  /// it already. Known once the first entry was read.
  var epochOffset: TimeSpan { get }

  /// Warnings so far: lines skipped, a truncated file.
  var warnings: WarningList { get }

  /// What the file holds besides the entries, one line a kind: whoever writes them anew leaves it out. Known once
  /// `next` has returned false.
  var losses: [String] { get }

  /// Whether the file ended before it should have. Known once `next` has returned false.
  var isTruncated: Bool { get }

  /// What part of the file has been read, 0…1; 0 if it is not known.
  var progress: Double { get }

  /// What all events show of the recording's only device, where it is not described and they were read to find out.
  var inference: DescriptionInference? { get }

  /// Reads the next entry.
  /// - Returns: false at the end, with `entry` then unspecified.
  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool
}

extension RecordingSource {
  public var losses: [String] { [] }
  public var inference: DescriptionInference? { nil }
  public var progress: Double { 0 }
}

/// A recording being written.
///
/// Entries come in the order of a `RecordingSource`: each channel's opening before its frames.
public protocol RecordingSink {
  /// What the format could not hold, one line per kind. Complete after `finish`.
  var losses: [String] { get }

  /// Writes the next entry.
  ///
  /// - Throws: if the output fails.
  mutating func write(_ entry: RecordingEntry) throws(FileError)

  /// Hands what was written on to the output, where the format lets it stand as it is.
  mutating func handOn() throws(FileError)

  /// Writes the rest. The sink cannot be used afterwards.
  mutating func finish() throws(FileError)
}

extension RecordingSink {
  public mutating func handOn() throws(FileError) {}
}

/// Warnings in the order of their first occurrence, with a bound: what repeats a million times takes one line and a
/// count.
public struct WarningList: Hashable, Sendable {
  private var counts: [String: Int] = [:]
  private var order: [(kind: String, first: String)] = []

  package init() {}

  /// - Parameters:
  ///   - kind: what happened, the same text each time (`is not an event: skipped`).
  ///   - location: where it happened first (`line 7`).
  ///   - times: how often it happened.
  package mutating func add(_ kind: String, at location: @autoclosure () -> String = "", times: Int = 1) {
    if let count = counts[kind] {
      counts[kind] = count + times
    } else if order.count < 100 {
      counts[kind] = times
      order.append((kind, location()))
    }
  }

  /// Whether there are none.
  public var isEmpty: Bool { order.isEmpty }

  /// `line 7: is not an event: skipped (12 times)`.
  public var lines: [String] {
    order.map { kind, location in
      let times = counts[kind, default: 1]
      return (location.isEmpty ? kind : "\(location): \(kind)") + (times > 1 ? " (\(times) times)" : "")
    }
  }

  public static func == (left: WarningList, right: WarningList) -> Bool { left.lines == right.lines }
  public func hash(into hasher: inout Hasher) { hasher.combine(lines) }
}
