import ArgumentParser
import TouchReelCanvas
import TouchReelDrawingFiles
import TouchReelExporting
import TouchReelRecordingFormats
import TouchReelRecordings

/// What `touchreel help` says of what several commands take.
enum HelpTopic: String, CaseIterable {
  case formats, colors, limits, time, study

  /// - Parameter arguments: `help formats`.
  init?(_ arguments: [String]) {
    guard arguments.count == 2, arguments[0] == "help", let topic = HelpTopic(rawValue: arguments[1]) else {
      return nil
    }
    self = topic
  }

  /// What is wrong with `help formts`, of which the parser would show the whole help.
  static func refusal(of arguments: [String]) -> ValidationError? {
    guard arguments.count == 2, arguments[0] == "help", !arguments[1].hasPrefix("-") else { return nil }
    let known = knownNames + ["help"]
    guard !known.contains(arguments[1]) else { return nil }
    let misspelling = Misspelling("command or topic", arguments[1], of: known)
    return misspelling?.error ?? ValidationError("There is no command or topic '\(arguments[1])'.")
  }

  /// The commands and topics that `help` takes.
  static var knownNames: [String] {
    TouchReel.configuration.subcommands.compactMap { $0.configuration.commandName } + allCases.map(\.rawValue)
  }

  var text: String {
    switch self {
    case .formats: Self.textOfFormats
    case .colors: Self.textOfColors
    case .limits: Self.textOfLimits
    case .time: Self.textOfTime
    case .study: Self.textOfStudy
    }
  }

  private static var textOfFormats: String {
    let drawings = DrawingKind.allCases.map { "\($0.rawValue) (\($0.suffix))" }
    return """
      Recordings are recognised by their content, whatever their names:
      \(folded("read:", FormatSources.formats.map(\.rawValue)))
      \(folded("written by convert, cut, join and salvage:", FormatArgument.allValueStrings))
      Drawings, read by info and render, and written by convert, salvage:
      \(folded("", drawings))
      Pictures, written by render:
      \(folded("", PictureFormat.allCases.map(\.rawValue)))
      Tables, written by convert and dump:
      \(folded("", TableFormat.allCases.map(\.rawValue)))
      Backgrounds: PNG, JPEG, GIF, TIFF, BMP, and what else GdkPixbuf reads
      """
  }

  private static var textOfColors: String {
    """
    A colour is #rrggbb, #rrggbbaa (the last two are the opacity), #rgb,
    or a word:
    \(folded("", PixelColor.words))
    A gradient as a background is two colours and an angle in degrees
    anticlockwise from east: white,#ccddee,270
    """
  }

  private static var textOfLimits: String {
    let lines = NamedLimit.allCases.map { limit in
      let name = limit.rawValue + String(repeating: " ", count: 10 - limit.rawValue.count)
      let count = String(limit.standard)
      return "  \(name)\(String(repeating: " ", count: 8 - count.count))\(count)  \(limit.summary)"
    }
    return """
      A short file can describe what takes minutes and gigabytes. Every
      command that reads files, but for windows, takes
      --limits name=count,... and these names, here with their defaults:
      \(lines.joined(separator: "\n"))
      What is beyond a limit is refused or left out, with a line that
      names the limit: --limits chunk=256,points=9000000
      """
  }

  /// A list in lines that fit on a terminal, and on a manual page within its margins.
  private static func folded(_ label: String, _ items: [String]) -> String {
    var lines = ["  " + label]
    for (index, item) in items.enumerated() {
      let word = index < items.count - 1 ? item + "," : item
      let last = lines[lines.count - 1]
      if last.count + word.count > 71 {
        lines.append((label.isEmpty ? "  " : "    ") + word)
      } else {
        lines[lines.count - 1] += (last.hasSuffix(" ") ? "" : " ") + word
      }
    }
    return lines.joined(separator: "\n")
  }

  private static let textOfStudy = """
    Options of the command: touchreel study --help

    A file of prompts is a text with a prompt on each line. Other lines
    begin with a word and a colon:
      # …                       for you alone
      title: Twenty words       what the study is called
      welcome: Thank you for …  shown before the first prompt
      ask: Which hand? left | right   asked once; without choices, typed
      order: shuffled           between breaks, for each participant; or fixed
      seed: 7                   another order
      repeat: 3                 how often each prompt comes
      width: 3                  of strokes, in board points
      break: Take a rest.       a pause here
      break every: 20           and after so many trials
      with: pen                 what follows is for a pen, a finger or any
      hand: left                what follows is for that hand, or any
      word: order: a prompt that begins like one of these
      picture: cat.png | Draw it      a picture above the board
      trace: spiral.png | Follow it   a picture on the board
    docs/studies.md says what becomes of it.
    """

  private static let textOfTime = """
    A time is counted from the first frame of the recording:
      12.5       seconds
      500ms      milliseconds
      1:02.5     minutes and seconds; 1:02:03 with hours
      50%        a part of the recording
      end        its last frame
    """
}
