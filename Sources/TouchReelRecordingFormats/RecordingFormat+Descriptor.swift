package import TouchReelRecordings

extension RecordingFormat {
  /// `nil` for a format of somebody else's.
  var descriptor: (any FormatDescriptor)? { KnownFormats.all.first { $0.format == self } }

  /// The format that is written to files whose names end this way.
  ///
  /// - Parameter suffix: what follows the last dot.
  package init?(writtenWithSuffix suffix: String) {
    let suffix = suffix.lowercased()
    guard let found = KnownFormats.written.first(where: { $0.suffixes.contains(suffix) }) else { return nil }
    self = found.format
  }

  /// What a file of it is, within a sentence: “a ChromeOS touchpad log”.
  package var label: String { descriptor?.label ?? rawValue }

  /// What makes such files, in Markdown.
  package var origin: String { descriptor?.origin ?? "" }

  /// The suffixes of its files, without the dot. New files get the first.
  package var suffixes: [String] { descriptor?.suffixes ?? [] }

  /// Whether it holds a device's description without events when written.
  package var keepsDescriptions: Bool { descriptor?.keepsDescriptions ?? false }

  /// Whether it begins with a description when written, also of a device that has none.
  package var needsDescription: Bool { descriptor?.needsDescription ?? false }

  /// Whether a file beside a recording may describe its device.
  package var isDescribedBeside: Bool { descriptor?.isDescribedBeside ?? false }
}
