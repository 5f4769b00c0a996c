import Synchronization
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// Makes the devices of a recording those that it is injected into.
struct DeviceFitting: EntryTransform, Sendable {
  /// What an opening of a recorded device is fitted on, by the device's number; `nil` for a device like it.
  let targets: [Int: DeviceDescription?]
  let options: FitOptions
  let tally: FitTally
  private var fits: [DeviceChannel: DeviceFit] = [:]

  init(_ targets: [Int: DeviceDescription?], _ options: FitOptions, tally: FitTally) {
    self.targets = targets
    self.options = options
    self.tally = tally
  }

  mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    switch entry {
    case .opening(let opening, let channel): try emit(.opening(try open(opening, channel), as: channel))
    case .frame(let frame, let channel):
      if let frame = fit(frame, of: channel) { try emit(.frame(frame, of: channel)) }
    case .sync(let frame, let channel):
      if let frame = fit(frame, of: channel) { try emit(.sync(frame, of: channel)) }
    case .board, .note, .attachment, .foreignMessage, .foreignMetadata: try emit(entry)
    }
  }

  mutating func finish(emit: Emit) throws(FileError) { for fit in fits.values { tally.add(fit) } }

  private mutating func open(_ opening: DeviceOpening, _ channel: DeviceChannel) throws(FileError) -> DeviceOpening {
    guard let target = targets[opening.number] else { return opening }
    var fit: DeviceFit
    do throws(FitError) {
      fit = try DeviceFit(opening.description, on: target, options)
    } catch {
      throw FileError(
        file: opening.description.name, message: "does not fit on its device any more; it was plugged in as another one"
      )
    }
    let description = fit.start(opening.description)
    fits[channel] = fit
    return DeviceOpening(number: opening.number, description: description)
  }

  private mutating func fit(_ frame: Frame, of channel: DeviceChannel) -> Frame? {
    guard fits[channel] != nil else { return frame }
    return fits[channel]?.fit(frame)
  }
}

/// What could not be fitted to the devices, over all passes.
final class FitTally: Sendable {
  private let counts = Mutex((contacts: 0, values: 0))

  func add(_ fit: borrowing DeviceFit) {
    let (contacts, values) = (fit.contactsLeftOut, fit.heldValues)
    counts.withLock { $0 = ($0.contacts + contacts, $0.values + values) }
  }

  /// One line a kind.
  var lines: [String] {
    let (contacts, values) = counts.withLock { $0 }
    var lines: [String] = []
    if contacts > 0 {
      lines.append(
        "\(contacts) touch\(contacts == 1 ? " was" : "es were") left out: more were down at once than the device holds")
    }
    if values > 0 {
      lines.append(
        "\(values) value\(values == 1 ? "" : "s") lay outside of the device's range: the nearest end took \(values == 1 ? "its" : "their") place"
      )
    }
    return lines
  }
}
