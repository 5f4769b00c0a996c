import ArgumentParser
import TouchReelCanvas

/// A value that the parser refused without saying what it takes.
struct RefusedValue {
  private let message: String
  private let option: String
  /// What the value is called in the usage: `time`.
  private let kind: String

  /// - Parameter message: of the parser. `nil` if it is about something else, or says itself what is accepted.
  init?(_ message: String) {
    guard message.hasPrefix("The value '") || message.hasPrefix("Missing value for '") else { return nil }
    let quoted = message.split(separator: "'", omittingEmptySubsequences: false).dropFirst()
    guard let usage = quoted.last(where: { $0.hasPrefix("-") && $0.contains("<") }),
      let start = usage.firstIndex(of: "<"), let end = usage.lastIndex(of: ">"), !message.contains("Please provide")
    else { return nil }
    (self.message, option) = (message, String(usage.prefix { $0 != " " }))
    kind = String(usage[usage.index(after: start)..<end])
  }

  /// The parser's message with what is accepted; `nil` if there is nothing to add.
  var explained: String? {
    accepted.map { "\(message.hasSuffix(".") ? String(message.dropLast()) : message): \($0)." }
  }

  private var accepted: String? { byOption ?? byKind }

  private var byKind: String? {
    switch kind {
    case "time": "a time is 12.5, 500ms, 1:02.5, 50% or end, and never negative"
    case "color": "a colour is #rrggbb, #rrggbbaa, #rgb or a word ('touchreel help colors' lists them)"
    case "background":
      "a background is a colour, two colours and an angle (white,#ccddee,270), photo.jpg:fit or slides.pdf#page=7"
    case "WxH": "a size is two whole numbers, such as 1280x720"
    case "margin": "a margin is 0 to 10000 pixels, or 0% to 100%"
    case "I/N": "a share is two whole numbers, such as 1/4"
    case "from,to": "a range is two numbers, the lower one first, such as 0,500"
    case "X0,X1,Y0,Y1": "a range is four whole numbers, such as 0,4095,0,2303"
    case "X[,Y]": "a resolution is one or two whole numbers above 0, such as 40 or 40,42"
    case "X,Y,W,H": "an area is four numbers, or four shares such as 0%,0%,50%,100%"
    case "mm": "a length is 1 to 200 mm"
    case "matrix": "a matrix is six numbers in quotes, such as '1 0 0 0 1 0'"
    case "pages": "pages are a number from 1, two such as 2-5, or all"
    case "n": "a number of passes is 1 or more"
    case "number", "count", "factor", "points", "steps", "id", "speed": "it takes a number"
    default: nil
    }
  }

  /// What is accepted, where the option alone says it and not the value's type.
  private var byOption: String? {
    switch option {
    case "--fit": "it takes aspect or stretch, or the most bytes of a film, such as 500kB, 2MB or 1.5MiB"
    case "--participant": "a participant's code has 1 to 16 letters of ASCII, digits, - and _"
    case "--wait": "it takes a length of time up to an hour, such as 500ms, or enter"
    case "--width": "a width is a number of board points, or a share such as 1%"
    case "--page": kind == "number" ? "a page is a number from 1" : nil
    case "--touch", "--not-touch", "--around-touch": "a touch is a whole number, as in dump --touches"
    default: nil
    }
  }
}
