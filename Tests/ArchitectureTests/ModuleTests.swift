import Foundation
import TestSupport
import Testing

/// Modules depend on each other in the order of ARCHITECTURE.md, import what they declare, and have a README; folders
/// side by side use each other one way.
struct ModuleTests {
  private static let tree = SourceTree.ofPackage
  /// Those with a README: the others whose names begin with C are maps and headers of system libraries.
  private static let described = tree.modules.union(["CTouchReelCoverage", "CTouchReelVersion"]).sorted()
  private let layers: LayerTable

  init() throws {
    layers = try LayerTable(Checkout.text("ARCHITECTURE.md"))
  }

  @Test func `The layers have every module once`() {
    #expect(layers.modules.sorted() == Self.described)
  }

  @Test(arguments: described)
  func `A module depends only on modules of the layers above, and on those before it in its own`(
    of module: String
  ) throws {
    let index = try #require(layers.modules.firstIndex(of: module), "\(module) is in no layer of ARCHITECTURE.md")
    let target = try #require(try Self.manifest().targets.first { $0.name == module })
    #expect(target.dependencies.intersection(layers.modules[index...]) == [])
  }

  @Test(arguments: described)
  func `A module imports of the system only what its README names`(of module: String) throws {
    let more = Self.tree.imports(of: module).subtracting(try Self.manifest().modules)
      .subtracting(try ModulePage(of: module).systemModules).sorted()
    #expect(more.isEmpty, "\(module) imports \(more), which its README does not name")
  }

  @Test(arguments: described)
  func `A module's README is short, and begins with types that the module has`(of module: String) throws {
    let page = try ModulePage(of: module)
    #expect((10...20).contains(page.lineCount), "\(page.lineCount) lines")
    let files = Self.tree.files.filter { $0.module == module }
    #expect(page.entryTypes.subtracting(files.flatMap(\.source.declared)) == [])
  }

  @Test(arguments: try manifest().targets.map(\.name))
  func `A target declares what it imports, and imports what it declares`(of name: String) throws {
    let manifest = try Self.manifest()
    let target = try #require(manifest.targets.first { $0.name == name })
    let imported = SourceTree(below: Checkout.url(target.path)).imports
    let programs = manifest.targets.filter(\.isProgram).map(\.name)
    #expect(imported.intersection(manifest.modules) == target.dependencies.subtracting(programs))
  }

  private static func manifest() throws -> PackageManifest {
    PackageManifest(try Checkout.text("Package.swift"))
  }

  /// A folder may use its module's root and the root its folders.
  @Test func `Folders side by side in a module do not use each other both ways`() {
    let found = Self.tree.foldersUsingEachOther.sorted()
    #expect(found.isEmpty, "these folders use each other; one of the two ways has to go")
  }
}

/// How files are written, in what no other tool checks.
struct FileTests {
  private static let sources = SourceTree(below: Checkout.url("Sources"))
  private static let tests = SourceTree(below: Checkout.url("Tests"))

  /// Files whose public types belong together and have no owner among them.
  private static let together: Set = [
    "JoinTransform", "LiveInk", "MCAPReader", "MCAPRecords", "MCAPStreams", "OneEuroFilter",
    "OpenedRecording",
    "PNGDecoder", "SalvagedRecording", "TileGrid", "UndoStack", "WidthCurve",
  ]

  @Test func `A public type is in the file of its name, with its companions at most`() {
    let others = Self.sources.files.filter {
      let types = $0.source.declaredPublic
      return !types.isEmpty && !$0.source.declared.contains($0.name) && !Self.together.contains($0.name)
    }
    #expect(others.map { "\($0.path): \($0.source.declaredPublic.sorted())" } == [])
  }

  @Test func `Lines of comments fit in 120 columns`() {
    let files = Self.sources.files + Self.tests.files
    let long = files.flatMap { file in file.source.longComments(columns: 120).map { "\(file.path):\($0)" } }
    #expect(long == [])
  }

  @Test func `A comment begins with the thing that it names`() {
    let files = Self.sources.files + Self.tests.files
    let found = files.flatMap { file in file.source.unnamingComments.map { "\(file.path):\($0)" } }
    #expect(found == [])
  }

  /// Files of libraries that name options: of other programs, in tables for people, and in warnings. Errors have an
  /// `Advice` instead, for which each program has its own words.
  private static let namingOptions: Set = [
    "BoardLayout", "BoardSink", "DescriptionResolver", "ForeignDrawing", "HexdumpBlock", "InkBudget", "PictureOutput",
    "PipeReaderThread", "RecordingGaps", "RecordingReader", "SendeventFormat", "SinkLosses", "StatedDescriptionCheck",
    "UdevRule", "XournalReading",
  ]

  @Test func `Libraries name no options of the command line, but in a few files`() {
    let programs: Set = ["touchreel", "touchreel-window", "TouchReelWindowArguments", "TouchReelBoardWindow"]
    let files = Self.sources.files.filter { !programs.contains($0.module) && $0.source.namesOption }
    #expect(Set(files.map(\.name)) == Self.namingOptions)
  }

  /// What does the work of a command is in a library, and what several commands share in another folder.
  @Test func `The folder of commands holds commands and their extensions only`() {
    let files = Self.sources.files.filter { $0.path.hasPrefix("touchreel/Commands/") }
    let commands = files.filter { !$0.source.words.isDisjoint(with: ["ParsableCommand", "ManyFilesCommand"]) }
    let others = Set(files.map(\.name)).subtracting(commands.map(\.name))
    #expect(!commands.isEmpty && others == [])
  }

  @Test func `A test has a sentence for its name`() {
    let others = Self.tests.files.filter { $0.source.hasTestWithoutSentence }
    #expect(others.map(\.path) == [])
  }
}

/// What is found in source files.
struct SourceTreeTests {
  @Test func `Imports are found whatever stands before them`() {
    let source = SwiftSource(
      """
      public import Canvas
      @testable internal import struct DrawingBoard.Board
      // import Comment
      let text = "import Text"; import Glibc
      """)
    #expect(source.imports == ["Canvas", "DrawingBoard", "Glibc"])
  }

  @Test func `Types at the top of a file are its own; comments and texts name no types`() {
    let source = SwiftSource(
      ##"""
      public indirect enum Shape { struct Corner {} }
      extension Board { class var shared: Board { Board() } }
      /* Commented */ let a = "Quoted \(b) \"Escaped\"", c = #"Raw "Inner" "#
      """##)
    #expect(source.declared == ["Shape"] && source.declaredPublic == ["Shape"])
    #expect(source.words == ["Shape", "Corner", "Board"])
  }

  @Test func `A modifier is of the declaration that follows it`() {
    let source = SwiftSource(
      """
      public import Canvas
      struct Own {}
      public let number = 1
      enum Kind {}
      @MainActor public final class Window {}
      public extension Board { struct Place {} }
      protocol Format { func open() }
      struct Options {}
      """)
    #expect(source.declared == ["Own", "Kind", "Window", "Format", "Options"] && source.declaredPublic == ["Window"])
  }

  @Test func `Long comments and tests without a sentence are found`() {
    let line = String(repeating: "ä", count: 60)
    let source = SwiftSource("  /// \(line)\n  /// \(line)\(line)\n  let text = \"\(line)\(line)\"\n")
    #expect(source.longComments(columns: 120) == [2])
    let comments = SwiftSource(
      "/// Of frames.\n  // By name.\nlet x = 1 / 2 // Of\n/// Office hours.\n/// The offset.\n/// For x.\n/// Former.\n"
    )
    #expect(comments.unnamingComments == [1, 2, 6])
    let names = ["(.slow) func `A sentence`() {}", " func plain() {}"].map { "@\("Test")\($0)" }
    #expect(names.map { SwiftSource($0).hasTestWithoutSentence } == [false, true])
  }

  @Test func `An option of a command line is found in a text, and nothing else that has two hyphens`() {
    let named = ["\"--size\"", "\"state it with --size\"", "// --size", "\"a -- b\"", "\"a--b\"", "\"-----\""]
    #expect(named.map { SwiftSource($0).namesOption } == [true, true, false, false, false, false])
  }

  @Test func `Two folders side by side that name each other's types are found`() {
    let tree = SourceTree([
      "M/Tools/Tool.swift": "struct Tool { func draw(_ shape: Shape) {} }",
      "M/Shapes/Shape.swift": "struct Shape { var tool: Tool; var style: Style }",
      "M/Styles/Style.swift": "struct Style {}",
      // The same names in another module are of no interest to it.
      "N/Other/Other.swift": "struct Other { var shape: Shape }",
    ])
    #expect(tree.foldersUsingEachOther == ["M: Shapes, Tools"])
  }

  @Test func `A folder and its module's root may name each other's types`() {
    let tree = SourceTree([
      "M/Board.swift": "struct Board { var tool: Tool }",
      "M/Tools/Tool.swift": "struct Tool { func draw(on board: Board) {} }",
    ])
    #expect(tree.foldersUsingEachOther == [])
  }

  @Test func `A type that two files declare makes no arrow`() {
    let tree = SourceTree([
      "M/A/One.swift": "private struct Row { var two: Two }\nstruct One {}",
      "M/B/Two.swift": "struct Two { var row: Row }",
      "M/B/Row.swift": "private struct Row {}",
    ])
    #expect(tree.foldersUsingEachOther == [])
  }

  @Test func `Targets are read with their kinds, folders and dependencies`() {
    let manifest = PackageManifest(
      """
          .systemLibrary(name: "CYaml"),
          .target(name: "Canvas", dependencies: ["CCairo", systemPackage], swiftSettings: strict),
          .executableTarget(
            name: "player",
            dependencies: [
              "Canvas",
            ], path: "Tests/Player"),
          .testTarget(name: "CanvasTests"),
      """)
    #expect(manifest.targets.map(\.name) == ["Canvas", "player", "CanvasTests"])
    #expect(manifest.targets.map(\.isProgram) == [false, true, false])
    #expect(manifest.targets.map(\.path) == ["Sources/Canvas", "Tests/Player", "Tests/CanvasTests"])
    #expect(manifest.targets.map(\.dependencies) == [["CCairo", "SystemPackage"], ["Canvas"], []])
  }

  @Test func `A row of the layers ends with its modules, in their order`() {
    let table = LayerTable(
      """
      | elsewhere | Board |
      ## Layers

      | layer | entry type | modules |
      | --- | --- | --- |
      | 1 events | `Frame` | ClampedNumbers, InputEvents |
      | 2 pixels | `Picture` | Canvas |

      ## More
      | no | MainLoop |
      """)
    #expect(table.modules == ["ClampedNumbers", "InputEvents", "Canvas"])
  }
}
