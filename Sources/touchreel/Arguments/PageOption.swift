import ArgumentParser
import TouchReelExporting
import TouchReelReplaying
import TouchReelWindowArguments

/// Which page of a drawing is read.
struct PageOption: ParsableArguments {
  @Option(help: ArgumentHelp("The page of a drawing to read, from 1.", valueName: "number"))
  var page: PageNumberArgument?

  static var notGiven: PageOption {
    var option = PageOption()
    option.page = nil
    return option
  }

  var selection: PageSelection? { page.map { .numbers($0.number...$0.number) } }
  var given: [GivenOption] { GivenOption.all(GivenOption("--page", page)) }

  /// Refuses it where a recording is not drawn.
  func refuse(ofRecording name: String) throws(Failure) {
    if page != nil {
      throw Failure(message: "\(name): is a recording, of which no page is read alone; remove --page")
    }
  }
}

/// Which pages are drawn.
struct PagesOption: ParsableArguments {
  @Option(
    name: .customLong("page"),
    help: ArgumentHelp(
      "The pages to draw, from 1: 3, 2-5 or all; by default the one that is shown, and in a PDF all.",
      valueName: "pages"))
  var selection: PageSelection?

  var given: [GivenOption] { GivenOption.all(GivenOption("--page", selection)) }

  /// Whether more than one page may be asked for.
  var mayBeSeveral: Bool { selection.map { $0.onlyNumber == nil } ?? false }

  func refuse(unlessFor format: PictureFormat) throws {
    if selection != nil && format.isTimed {
      throw ValidationError("--page is for pictures and PDF; films and HTML pages turn pages as the recording does.")
    }
  }
}

/// The number of a page, from 1.
struct PageNumberArgument: ExpressibleByArgument, OptionValue {
  let number: Int

  init?(argument: String) {
    guard let number = PageSelection(argument)?.onlyNumber else { return nil }
    self.number = number
  }

  var optionText: String { "\(number)" }
}

extension PageSelection: ExpressibleByArgument, OptionValue {
  static var defaultCompletionKind: CompletionKind { .list(["all"]) }

  init?(argument: String) { self.init(argument) }

  var optionText: String { description }
}

extension ShownPage {
  /// What is said of a picture of one page; `nil` if there are no others.
  var noteOfOthers: String? {
    count > 1 ? "it has \(count) pages; this is page \(index + 1): --page all draws each" : nil
  }
}
