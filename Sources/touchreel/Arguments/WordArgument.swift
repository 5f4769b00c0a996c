import ArgumentParser
import DrawingBoard
import TouchTracking

/// One of an enumeration's words, in any case, with or without hyphens where the program's word has a capital: `dashed-line`, `dashedLine`.
protocol WordArgument: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension WordArgument {
  init?(argument: String) {
    self.init(word: argument)
  }

  static var allValueStrings: [String] { allCases.map(\.hyphenated) }
  /// The words say what they are; without this the help would list the program's own beside them.
  static var allValueDescriptions: [String: String] { [:] }
  var defaultValueDescription: String { hyphenated }
}

extension Tool: WordArgument {}
extension Smoothing: WordArgument {}
extension StrokeStyle.Cap: WordArgument {}
extension StrokeStyle.Join: WordArgument {}
extension LinePattern: WordArgument {}
extension SpeedCurve: WordArgument {}
extension Theme: WordArgument {}
