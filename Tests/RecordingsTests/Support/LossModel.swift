import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordings

/// What reading a file has to give if some of its chunks are lost, computed from the sound file message by message.
struct LossModel {
  private(set) var script: [ScriptedEntry] = []
  /// The times of frames that are lost, by channel.
  private(set) var lostTimes: [Int: [Timestamp]] = [:]
  private let lost: Set<Int>
  private let hasSummary: Bool
  private var channels: [ChannelID: Channel] = [:]

  /// An entry of the sound file and the message that it comes from.
  private struct Channel {
    var topic: String
    var number: Int
    var opening: ScriptedEntry?
    var isOpen = false
    var lostCount = 0
    var time: Timestamp?
  }

  /// - Parameter sound: what the sound file says.
  init(_ file: ChunkedFile, saying sound: [ScriptedEntry], _ damage: ChunkedFile.Damaged) throws {
    lost = damage.lost
    hasSummary = damage.hasSummary
    var sound = sound[...]
    var reader = MCAPReader(SoundFile(bytes: file.bytes))
    var count = 0
    while let record = try reader.next() {
      let isLost = reader.chunkOffset.map { lost.contains(Int($0)) } ?? false
      switch record {
      case .channel(let channel):
        var new = Channel(topic: channel.topic, number: count)
        if channel.topic.hasSuffix("/events") {
          new.opening = sound.removeFirst()
          count += 1
        } else if let other = channels.values.first(where: { $0.topic == channel.topic.replacing("/sync") }) {
          new.number = other.number
        }
        channels[channel.id] = new
        if !isLost { open(channel.id) }
      case .message(let message): take(sound.removeFirst(), of: message.channel, isLost: isLost)
      default: continue
      }
    }
    if hasSummary { endChannels() }
  }

  /// With the summary, devices come in the order of their declaration, which is that of the channels' numbers.
  private mutating func open(_ id: ChannelID) {
    guard channels[id]?.isOpen == false else { return }
    if hasSummary { openDevices(before: id.rawValue) }
    channels[id]?.isOpen = true
    if let opening = channels[id]?.opening { script.append(opening) }
  }

  private mutating func openDevices(before number: UInt16) {
    for id in ids where id.rawValue < number && channels[id]?.isOpen == false {
      guard let opening = channels[id]?.opening else { continue }
      channels[id]?.isOpen = true
      script.append(opening)
    }
  }

  private var ids: [ChannelID] { channels.keys.sorted { $0.rawValue < $1.rawValue } }

  private mutating func take(_ entry: ScriptedEntry, of id: ChannelID, isLost: Bool) {
    if isLost {
      channels[id]?.lostCount += 1
      if case .frame(let channel, let frame) = entry { lostTimes[channel, default: []].append(frame.time!) }
      return
    }
    open(id)
    tellGap(of: id, at: entry.time)
    channels[id]?.time = entry.time
    script.append(entry)
  }

  private mutating func tellGap(of id: ChannelID, at time: Timestamp) {
    guard let channel = channels[id], channel.lostCount > 0 else { return }
    channels[id]?.lostCount = 0
    switch channel.topic {
    case "/board", "/notes":
      script.append(.note(time, #"{"kind":"gap","topic":"\#(channel.topic)","messages":\#(channel.lostCount)}"#))
    case _ where channel.opening != nil:
      script.append(.note(time, #"{"kind":"gap","channel":\#(channel.number),"frames":\#(channel.lostCount)}"#))
      let drop = InputEvent(time: time, type: .synchronization, code: .dropped, value: 0)
      script.append(.frame(channel.number, Frame(events: [drop, .report(at: time)])))
    default: return
    }
  }

  private mutating func endChannels() {
    openDevices(before: .max)
    let last = script.last?.time ?? Timestamp(nanoseconds: 0)
    for id in ids { tellGap(of: id, at: channels[id]?.time ?? last) }
  }
}

extension String {
  /// The topic of the frames that belong to that of the synced states.
  fileprivate func replacing(_ suffix: String) -> String {
    hasSuffix(suffix) ? dropLast(suffix.count) + "/events" : self
  }
}

extension ScriptedEntry {
  fileprivate var time: Timestamp {
    switch self {
    case .frame(_, let frame), .sync(_, let frame): frame.time ?? Timestamp(nanoseconds: 0)
    case .board(let time, _), .note(let time, _): time
    case .opening, .attachment, .foreign, .metadata: Timestamp(nanoseconds: 0)
    }
  }
}

/// A file in memory, for the container's reader.
struct SoundFile: MCAPSource {
  let bytes: [UInt8]

  var size: UInt64? { UInt64(bytes.count) }

  mutating func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Never) -> Int {
    MemoryBytes(bytes).read(at: offset, into: buffer)
  }
}
