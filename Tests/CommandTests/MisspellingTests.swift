import TestSupport
import Testing

/// Names that are almost right, and what help says of what several commands take.
@Suite(.slow)
struct MisspellingTests {
  @Test(arguments: [
    ("rendr a.mcap", "There is no command 'rendr'; did you mean 'render'?"),
    ("ifno a.mcap", "There is no command 'ifno'; did you mean 'info'?"),
    ("render a.mcap -o b.png --colour red", "There is no option '--colour'; did you mean '--color'?"),
    ("render a.mcap -o b.png --show-touch", "There is no option '--show-touch'; did you mean '--show-touches'?"),
    ("dump a.mcap --foramt csv", "There is no option '--foramt'; did you mean '--format'?"),
    ("cut a.mcap b.mcap --form=3", "There is no option '--form'; did you mean '--from'?"),
    ("dump -touches a.mcap", "There is no option '-touches'; did you mean '--touches'?"),
    ("cut a.mcap b.mcap -from 3", "There is no option '-from'; did you mean '--from'?"),
    ("--verson", "There is no option '--verson'; did you mean '--version'?"),
    ("help formts", "There is no command or topic 'formts'; did you mean 'formats'?"),
    ("help rendr", "There is no command or topic 'rendr'; did you mean 'render'?"),
  ]) func `A misspelt name gets a suggestion`(words: String, message: String) throws {
    let outcome = try Programs.run(Touchreel.path, words.split(separator: " ").map(String.init))
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: \(message)\n"), "\(outcome)")
    if message.contains("option"), !words.hasPrefix("-") {
      #expect(outcome.errors.contains("\nUsage: touchreel \(words.prefix { $0 != " " }) "), "\(outcome)")
    }
  }

  @Test(arguments: [
    ("convert a.mcap b.unknown", "Cannot infer the format"), ("record -o b.unknown", "Cannot infer the format"),
    ("cut a.mcap b.unknown", "Cannot infer the format"),
    ("cut a.mcap b.mcap --from 3 --to 2", "--from is not before --to"),
    ("cut a.mcap b.mcap --around-touch 1 --around-touch 2", "--around-touch takes one touch"),
  ])
  func `An error in arguments ends with the usage of its command`(words: String, message: String) throws {
    let outcome = try Programs.run(Touchreel.path, words.split(separator: " ").map(String.init))
    let command = words.prefix { $0 != " " }
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome)")
    #expect(outcome.errors.contains("\nUsage: touchreel \(command) "), "\(outcome)")
    #expect(outcome.errors.contains("\n  See 'touchreel \(command) --help' for more information.\n"), "\(outcome)")
  }

  @Test(arguments: ["dump -h", "dump --help", "help dump"]) func `Help is not taken for a mistake`(words: String) throws
  {
    #expect(try Touchreel.succeed(words.split(separator: " ").map(String.init)).text.contains("USAGE: touchreel dump"))
  }

  @Test(arguments: ["xyzzy a.mcap", "help xyzzy", "render a.mcap -o b.png --completely-different 3"])
  func `What is like nothing gets none`(words: String) throws {
    let outcome = try Programs.run(Touchreel.path, words.split(separator: " ").map(String.init))
    #expect(outcome.status == 64 && !outcome.errors.contains("did you mean"), "\(outcome)")
  }

  @Test(arguments: [
    ("formats", ["mcap", "getevent", "xournal (.xopp)", "html", "jsonl"]), ("colors", ["teal", "#rrggbbaa"]),
    ("time", ["1:02.5", "50%", "end"]),
  ]) func `Help has topics`(topic: String, words: [String]) throws {
    let text = try Touchreel.succeed("help", topic).text
    for word in words { #expect(text.contains(word), "\(word) in \(text)") }
  }
}
