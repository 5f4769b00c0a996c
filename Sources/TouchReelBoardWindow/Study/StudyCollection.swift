import SystemPackage
package import TouchReelByteStreams
import TouchReelStudies
package import TouchReelWindowArguments

/// A study, and the folder in which it is collected.
package nonisolated struct StudyCollection: Sendable {
  let prompts: PromptsFile
  let folder: StudyFolder
  let arguments: StudyArguments

  /// Reads the prompts, and what was collected before.
  ///
  /// - Throws: if the prompts cannot be understood, a picture of them is not there, or the folder is not this study's.
  package init(_ arguments: StudyArguments) throws(FileError) {
    prompts = try arguments.prompts()
    folder = try StudyFolder(making: arguments.folder, for: prompts)
    self.arguments = arguments
  }
}
