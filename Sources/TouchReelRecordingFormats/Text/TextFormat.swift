import TouchReelByteStreams
import TouchReelRecordings

/// A format of one event a line, which a grammar reads.
protocol TextFormat: FormatDescriptor {
  associatedtype Source: TextRecordingSource

  /// What only lines of this format begin with.
  var beginnings: [StaticString] { get }
}

extension TextFormat {
  var beginnings: [StaticString] { [] }

  var signs: FormatSigns { .lines(LineSigns(beginnings: beginnings) { Source.Grammar() }) }

  func open(
    _ bytes: any ByteSource, _ options: ReadingOptions, _ memory: DescriptionMemory
  ) throws(FileError) -> any RecordingSource {
    let issues = ReadingIssues()
    let siblings = isDescribedBeside ? options.siblings ?? bytes.file.map(SiblingFiles.init) : nil
    let survey = TextSurvey<Source.Grammar>(DescriptionResolver(options, siblings: siblings, issues: issues))
    return Source(text: try TextSource(bytes, format: format, survey: survey, issues: issues))
  }
}
