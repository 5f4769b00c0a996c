/// What participants are asked to draw or write, and in which order: the content of a file of prompts.
package struct Study: Hashable, Sendable {
  /// The order in which a participant has the prompts.
  package enum Order: String, Hashable, Sendable, CaseIterable {
    /// That of the file.
    case fixed
    /// Shuffled between breaks, differently for each participant and each repetition, the same each time.
    case shuffled
  }

  /// What comes in a repetition of the prompts.
  package enum Item: Hashable, Sendable {
    case prompt(StudyPrompt)
    /// A pause that the participant ends, with what is shown meanwhile.
    case rest(String)
  }

  /// At most so many trials for each participant: their numbers have five digits.
  package static let trialLimit = 99_999
  package static let repetitions = 1...1000
  package static let strokeWidths = 0.5...256.0

  package var title = ""
  /// Shown before the first prompt.
  package var welcome = ""
  package var questions: [StudyQuestion] = []
  package var items: [Item] = []
  package var order = Order.fixed
  package var seed: UInt64 = 0
  /// How often each prompt comes.
  package var repeats = 1
  /// After how many trials there is a break besides those of the file; `nil` for none.
  package var restAfter: Int?
  /// The width of strokes, in board points.
  package var strokeWidth = 3.0

  package init() {}

  /// The prompts in the order of the file.
  package var prompts: [StudyPrompt] {
    items.compactMap { if case .prompt(let prompt) = $0 { prompt } else { nil } }
  }

  /// How many trials a participant has.
  package var trialCount: Int { prompts.count * repeats }
}

/// What a participant is asked once, before the first prompt.
package struct StudyQuestion: Hashable, Sendable {
  package var text: String
  /// One of them is chosen; without any, the answer is typed and may be left out.
  package var choices: [String]

  package init(text: String, choices: [String]) { (self.text, self.choices) = (text, choices) }
}

/// What a participant draws or writes in one trial.
package struct StudyPrompt: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// A text to write, or to draw what it says.
    case word
    /// A picture above the board.
    case picture
    /// A picture on the board, to follow with the finger or the pen.
    case trace
  }

  /// What a trial is to be drawn with.
  package enum Means: String, Hashable, Sendable, CaseIterable {
    case any, finger, pen
  }

  /// The hand that is to draw.
  package enum Hand: String, Hashable, Sendable, CaseIterable {
    case any, left, right
  }

  package var kind = Kind.word
  /// Shown above the board; may be empty for a picture.
  package var text: String
  /// The picture's file, as the prompts name it.
  package var picture: String?
  package var means = Means.any
  package var hand = Hand.any

  package init(_ text: String) { self.text = text }

  /// The text, or the name of the picture: what tables and messages call it.
  package var name: String { text.isEmpty ? picture ?? "" : text }
}
