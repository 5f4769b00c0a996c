package import ArgumentParser
package import SystemPackage
package import TouchReelByteStreams
package import TouchReelStudies

/// The arguments of `study`.
package struct StudyArguments: ParsableArguments, Sendable {
  @Argument(
    help: ArgumentHelp(
      "A text file with a prompt on each line; 'touchreel help study' says what else. With --check, the folder's own by default.",
      valueName: "prompts"), completion: .file(extensions: ["txt"]))
  package var file: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The folder for the recordings and their table: a new one, or the one to go on with.", valueName: "folder"),
    completion: .directory)
  package var output: String

  @Option(help: ArgumentHelp("The participant's code; by default the next number.", valueName: "code"))
  package var participant: ParticipantCode?

  @OptionGroup private var windowDevices: WindowDevices

  @Flag(help: "Say what is missing in the folder, and what is odd in its recordings, without a window.")
  package var check = false

  @Flag(help: "With --check: print JSON.")
  package var json = false

  package init() {}

  /// The devices that are read directly.
  package var devices: [String] { windowDevices.devices }

  package mutating func validate() throws {
    if file == nil && !check { throw ValidationError("Missing expected argument '<prompts>'") }
    if json && !check { throw ValidationError("--json requires --check.") }
    if check && !devices.isEmpty { throw ValidationError("--check opens no window and reads no device.") }
    if check && participant != nil { throw ValidationError("--check is of all participants.") }
  }

  package var folder: FilePath { FilePath(argument: output) }

  /// Reads the prompts.
  ///
  /// - Throws: if they cannot be understood, or a picture of them is not there.
  package func prompts() throws(FileError) -> PromptsFile {
    try PromptsFile(file.map { FilePath(argument: $0) } ?? folder, pictures: .required)
  }
}

extension ParticipantCode: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
