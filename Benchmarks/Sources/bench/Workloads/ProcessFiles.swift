import SeededCases
import TouchReelRecordingFormats
import TouchReelRecordings

/// What whole processes read and the folders that they write into, made when the first process needs it.
final class ProcessFiles {
  let folder: DataFolder
  /// How long ten fingers draw in the long session.
  let longSeconds: Int
  let smallCount: Int
  private lazy var w1 = SessionFiles(SessionW1())
  private lazy var long = SessionFiles(seconds: longSeconds)
  private let s60: SessionFiles
  private var made: Set<String> = []
  private var newFolders = 0

  init(_ s60: SessionFiles, isQuick: Bool, in folder: DataFolder) {
    (self.s60, self.folder) = (s60, folder)
    longSeconds = isQuick ? 120 : 600
    smallCount = isQuick ? 100 : 1000
  }

  func provideW1(_ format: RecordingFormat) throws {
    try provide("w1.\(format)") { try w1.bytes(format) }
    try provide("w1.prop") { try w1.bytes(.evemu, limit: 0) }
  }

  func provideS60(_ format: RecordingFormat) throws { try provide("s60.\(format)") { try s60.bytes(format) } }

  func provideLong(_ format: RecordingFormat) throws { try provide("long.\(format)") { try long.bytes(format) } }

  /// Recordings of three touches each, as a study of gestures has them.
  func provideSmall() throws {
    guard made.insert("small").inserted else { return }
    try folder.makeFolder("small")
    for (number, name) in smallNames.enumerated() {
      let session = SessionW1(seed: UInt64(number), touches: 3)
      try provide(name) { try SessionFiles(session).bytes(.evemu) }
    }
  }

  var smallNames: [String] { (0..<smallCount).map { "small/\($0).evemu" } }

  /// The name of an empty folder, with a slash.
  ///
  /// Before a file system lets a file replace another, it writes it to the disk, and waits: that is no time of ours.
  func newFolder() throws -> String {
    newFolders += 1
    try folder.makeFolder("new\(newFolders)")
    return "new\(newFolders)/"
  }

  /// What another program makes.
  func provide(_ name: String, by make: () throws -> Void) throws {
    if made.insert(name).inserted { try make() }
  }

  func provide(_ name: String, _ bytes: () throws -> [UInt8]) throws {
    guard made.insert(name).inserted else { return }
    try bytes().withUnsafeBytes { try folder.write($0, as: name) }
  }
}
