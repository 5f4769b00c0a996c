import TouchReelByteStreams
import TouchReelExporting
import TouchReelRecordingFormats
import TouchReelReplaying
import TouchReelTouchTracking

/// A recording of any format, plotted in a kind and a format that follow from its bytes: it becomes a figure, or an
/// error with a message, and has the same warnings each time.
func fuzzPlot(_ bytes: [UInt8]) throws {
  var choices = Choices(bytes)
  let recording = try open(bytes)
  let scan = RecordingScan([.anomalies, .touchesOnBoard], rules: TouchRuleOverrides())
  let input = PlotInput(recording, try scan.facts(of: recording) { _ in })
  var options = PlotOptions()
  options.kind = PlotKind.allCases[choices.number(0...PlotKind.allCases.count - 1)]
  options.showsScaleBar = choices.number(0...1) == 0
  options.title = choices.number(0...1) == 0 ? nil : "Title"
  let figure = try PlotFigure([input], options)
  for format in [PlotFigure.Format.svg, .pdf] {
    // Not to a file: whatever is written is written whole.
    unfailing("writing \(format)") { () throws(FileError) in
      try figure.write(as: format, to: OutputFile(path: "/dev/null"))
    }
  }
  let again = try PlotFigure([input], options)
  require(again.warnings == figure.warnings, "plotted twice, the warnings differ")
}
