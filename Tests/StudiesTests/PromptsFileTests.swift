import SystemPackage
import Testing
import TouchReelByteStreams
import TouchReelStudies

struct PromptsFileTests {
  private func study(_ text: String) throws(FileError) -> Study {
    try PromptsFile(Array(text.utf8), name: "words.txt", folder: "").study
  }

  private func fault(_ text: String) -> String {
    do throws(FileError) {
      return "no fault: \(try study(text))"
    } catch { return error.description }
  }

  @Test func `Each line is a prompt, but for empty ones and notes`() throws {
    let study = try study("# mine\r\nhello\r\n\r\n  Note: buy milk  \r\nhttp://example.org\r\nשלום")
    #expect(study.prompts.map(\.text) == ["hello", "Note: buy milk", "http://example.org", "שלום"])
    #expect(try self.study("Order: shuffled\nTITLE: x\none").order == .shuffled)
    #expect(study.prompts.allSatisfy { $0.kind == .word && $0.means == .any && $0.hand == .any })
  }

  @Test func `Lines that begin with a word and a colon say everything else`() throws {
    let study = try study(
      """
      title: Twenty words
      welcome: Good morning.
      welcome: Write as you would on paper.
      ask: Which hand do you write with? left | right
      ask: Your age?
      order: shuffled
      seed: 7
      repeat: 3
      break every: 20
      width: 2.5
      one
      break: Shake your hand.
      with: pen
      hand: left
      word: order: two
      picture: cat.png | Draw it
      trace: folder/spiral.png
      with: any
      three
      """)
    #expect(study.title == "Twenty words" && study.welcome == "Good morning.\nWrite as you would on paper.")
    #expect(
      study.questions == [
        StudyQuestion(text: "Which hand do you write with?", choices: ["left", "right"]),
        StudyQuestion(text: "Your age?", choices: []),
      ])
    #expect(study.order == .shuffled && study.seed == 7 && study.repeats == 3)
    #expect(study.restAfter == 20 && study.strokeWidth == 2.5)
    #expect(study.items.count == 6 && study.items[1] == .rest("Shake your hand."))
    #expect(study.prompts.map(\.text) == ["one", "order: two", "Draw it", "", "three"])
    #expect(study.prompts.map(\.picture) == [nil, nil, "cat.png", "folder/spiral.png", nil])
    #expect(study.prompts.map(\.kind) == [.word, .word, .picture, .trace, .word])
    #expect(study.prompts.map(\.means) == [.any, .pen, .pen, .pen, .any])
    #expect(study.prompts.map(\.hand) == [.any, .left, .left, .left, .left])
    // 5 prompts, 3 times each.
    #expect(study.trialCount == 15)
  }

  @Test(arguments: [
    ("", "words.txt: has no prompts"), ("# only\nbreak: a rest", "words.txt: has no prompts"),
    ("one\nrepaet: 3", "words.txt:2: 'repaet:' is nothing that a study has; write 'word: repaet: …'"),
    ("repeat: 0", "words.txt:1: 'repeat:' takes a whole number of 1 to 1000"),
    ("repeat: many", "words.txt:1: 'repeat:' takes a whole number"),
    ("order: random", "'order:' takes fixed or shuffled"),
    ("with: foot", "'with:' takes any or finger or pen"), ("word:", "'word:' has nothing after it"),
    ("picture: | Draw", "'picture:' takes a file"), ("ask: Hand? left", "'ask:' takes a question that ends with ?"),
    ("ask: Your age", "'ask:' takes a question that ends with ?"),
    ("ask: Age?\nask: Age?", "words.txt:2: 'Age?' is asked already"),
    ("ask: Hand? left | left", "a choice is there twice"),
    ("width: 1e999", "'width:' takes 0.5 to 256.0 points"), ("one\u{7}", "has control characters"),
    ("break every: -1", "'break every:' takes a whole number"), ("seed: -1", "'seed:' takes a whole number"),
  ])
  func `A line that cannot be understood is named`(_ text: String, _ expected: String) {
    #expect(fault(text).contains(expected), "\(fault(text))")
  }

  @Test func `What is not UTF-8 is named by its line, and a mark of the byte order is none of the prompt`() throws {
    let bytes: [UInt8] = Array("one\n".utf8) + [0xff, 0xfe]
    let error = #expect(throws: FileError.self) { try PromptsFile(bytes, name: "words.txt", folder: "") }
    #expect(error?.description == "words.txt:2: is not UTF-8")
    #expect(try study("\u{FEFF}one").prompts.map(\.text) == ["one"])
  }

  @Test func `A prompt may be long, and there are as many trials as numbers have room for`() throws {
    let long = String(repeating: "long ", count: 2000) + "end"
    #expect(try study(long).prompts.map(\.text) == [long])
    let many = String(repeating: "a\n", count: 100)
    // 100 prompts, 1000 times each: one trial more than five digits can number.
    #expect(fault("repeat: 1000\n" + many).contains("has 100000 trials for each participant; 99999 is the most"))
  }

  @Test func `A picture is found from the folder of the prompts`() throws {
    let file = try PromptsFile(Array("picture: cat.png | Draw\nword".utf8), name: "words.txt", folder: "/a/b")
    #expect(file.study.prompts.map { file.picture(of: $0) } == ["/a/b/cat.png", nil])
  }

  @Test func `A picture that is not there is named with its line`() throws {
    let error = #expect(throws: FileError.self) {
      try PromptsFile(
        Array("word\npicture: nowhere.png".utf8), name: "words.txt", folder: "/nowhere", pictures: .required)
    }
    #expect(
      error?.description.hasPrefix("words.txt:2: the picture nowhere.png: ") == true, "\(String(describing: error))")
  }
}
