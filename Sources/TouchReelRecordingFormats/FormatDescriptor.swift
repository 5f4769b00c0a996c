import SystemPackage
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// All that the program knows of a format. Each has a folder with a type of this kind, and a line in `KnownFormats`.
protocol FormatDescriptor: Sendable {
  var format: RecordingFormat { get }

  /// What a file of it is, within a sentence: “a ChromeOS touchpad log”.
  var label: String { get }

  /// What makes such files, in Markdown.
  var origin: String { get }

  /// The suffixes of its files, without the dot. New files get the first.
  var suffixes: [String] { get }

  /// How its files are recognized.
  var signs: FormatSigns { get }

  /// Whether every recording has one device, which is opened once.
  var hasOneDevice: Bool { get }

  /// Whether messages of `/board` may be in it.
  var mayHaveBoardMessages: Bool { get }

  /// Whether it holds a device's description without events when written.
  var keepsDescriptions: Bool { get }

  /// Whether it begins with a description when written, also of a device that has none.
  var needsDescription: Bool { get }

  /// Whether a file beside a recording may describe its device.
  var isDescribedBeside: Bool { get }

  /// What makes a writer; `nil` if the format is only read. The writer is a `CheckedSink`.
  var sink: SinkMaker? { get }

  /// - Parameters:
  ///   - bytes: of a file of this format.
  ///   - options: how to read it.
  ///   - memory: what earlier readings of the same file found.
  /// - Throws: if the bytes are not of the format, or the given file is not a description.
  func open(
    _ bytes: any ByteSource, _ options: ReadingOptions, _ memory: DescriptionMemory
  ) throws(FileError) -> any RecordingSource
}

/// Makes a writer of a format.
typealias SinkMaker = @Sendable (any ByteOutput, SinkOptions) throws(FileError) -> any RecordingSink

/// What a writer may need besides its output.
struct SinkOptions: Sendable {
  /// What puts the entries' times on the Unix epoch, for formats that keep it.
  var epochOffset: TimeSpan
  /// The schemas of the messages of `/board` and `/notes`, for an MCAP file.
  var schemas: MessageSchemas
  /// The folder where the events of a second device wait for the end of the first's.
  var temporaryFolder: FilePath
}

extension FormatDescriptor {
  var suffixes: [String] { [] }
  var mayHaveBoardMessages: Bool { false }
  var keepsDescriptions: Bool { false }
  var needsDescription: Bool { false }
  var isDescribedBeside: Bool { false }
  var sink: SinkMaker? { nil }
}
