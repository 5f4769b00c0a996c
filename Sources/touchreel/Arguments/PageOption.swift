import ArgumentParser
import TouchReelWindowArguments

/// Which page of a drawing is read.
struct PageOption: ParsableArguments {
  @Option(help: ArgumentHelp("The page of a file of Xournal++ to read, from 1.", valueName: "number"))
  var page: Int?

  static var notGiven: PageOption {
    var option = PageOption()
    option.page = nil
    return option
  }

  var number: Int { page ?? 1 }
  var given: [GivenOption] { GivenOption.all(GivenOption("--page", page)) }

  func validate() throws {
    if number < 1 { throw ValidationError("--page takes numbers from 1.") }
  }

  /// A recording has no pages.
  func refuse(ofRecording name: String) throws(Failure) {
    if page != nil { throw Failure(message: "\(name): is a recording, which has no pages; remove --page") }
  }
}
