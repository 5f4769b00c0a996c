/// Every format, in the order in which they are listed. The first that recognizes a line or a file has it.
enum KnownFormats {
  static let all: [any FormatDescriptor] = [
    MCAPFormat(),
    EvemuFormat(),
    LibinputFormat(),
    GeteventFormat(),
    EvtestFormat(),
    KOReaderFormat(),
    PythonEvdevFormat(),
    SendeventFormat(),
    DebugEventsFormat(),
    RawFormat.narrow,
    RawFormat.wide,
    HexdumpFormat(),
    ChromeOSFormat(),
    InkFormat.inkml,
    InkFormat.quickdraw,
  ]

  /// The formats that are written.
  static let written = all.filter { $0.sink != nil }
}
