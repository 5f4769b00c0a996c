import SystemPackage
package import TouchReelByteStreams
import TouchReelEvdevDevices
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
    try Self.requireImages(of: prompts)
    for device in arguments.devices { try Self.require(device) }
    folder = try StudyFolder(making: arguments.folder, for: prompts)
    self.arguments = arguments
  }

  /// Without the device that was asked for, a whole study would be drawn with something else.
  private static func require(_ device: String) throws(FileError) {
    do throws(DeviceError) { _ = try DeviceSelector(device).node() } catch {
      throw FileError(file: device, message: error.description.withoutPrefix("\(device): "))
    }
    guard KernelInput.description(of: device) != nil else {
      throw FileError(file: device, message: "cannot be read, or is not a touch device; touchreel doctor says more")
    }
  }

  /// Participants are not to see that a picture cannot be shown.
  private static func requireImages(of prompts: PromptsFile) throws(FileError) {
    for file in Set(prompts.study.prompts.compactMap { prompts.picture(of: $0) }).sorted(by: { $0.string < $1.string })
    {
      do throws(ImageProblem) { _ = try LoadedImage(file) } catch {
        throw FileError(file: file.readable, message: error.withoutName)
      }
    }
  }
}

extension String {
  fileprivate nonisolated func withoutPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
