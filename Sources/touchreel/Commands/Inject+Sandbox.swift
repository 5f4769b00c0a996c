import SystemPackage
import TouchReelByteStreams
import TouchReelEvdevDevices
import TouchReelInjection
import TouchReelRecordingFormats
import TouchReelRecordings

extension Inject {
  /// What is opened after the recording: the files that describe devices, and the devices or the script.
  var needs: Sandbox {
    var sandbox = Sandbox()
    for path in readPaths { sandbox.allow(.readFile, of: path) }
    sandbox.allowTemporaryFiles()
    if format != nil {
      if let output, output != "-" { sandbox.allowOutput(FilePath(argument: output)) }
    } else if device.isEmpty {
      sandbox.allow([.readFile, .writeFile, .control], of: VirtualDevice.uinput)
      // The node of a new device is looked for, and not opened.
      sandbox.allowDevices([], [])
    } else {
      sandbox.allowDevices(device.map(DeviceSelector.init), [.readFile, .writeFile, .control])
    }
    return sandbox
  }

  private var readPaths: [FilePath] {
    let named = [file, input.description, target].compactMap(\.self).filter { $0 != "-" }.map(FilePath.init(argument:))
    return named + descriptionsBeside
  }

  /// Files beside the recording that may describe its device.
  private var descriptionsBeside: [FilePath] {
    let path = FilePath(argument: file)
    guard file != "-", let name = path.lastComponent?.argument else { return [] }
    return Recording.descriptionNames(beside: name).compactMap { name in
      FilePath(argument: name).lastComponent.map(path.removingLastComponent().appending)
    }
  }
}
