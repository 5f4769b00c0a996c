import InputEvents
import MCAP

/// What each channel of a file means for a recording.
struct ChannelRoutes {
  enum Route {
    case events(DeviceChannel)
    case sync(DeviceChannel)
    case board
    case notes
    /// Another program's, by its place among the foreign channels.
    case foreign(Int)
    /// Of no use: its messages are left out, with a warning.
    case ignored
  }

  /// The topics that are none of a recording's, in the order of their declaration.
  var foreignTopics: [String] = []
  private var table: [Route?] = []
  private var usefulCount = 0

  /// Whether no channel is a recording's.
  var isEmpty: Bool { usefulCount == 0 }

  subscript(id: ChannelID) -> Route? {
    @inline(__always) get {
      let index = Int(id.rawValue)
      return index < table.count ? table[index] : nil
    }
    set {
      let index = Int(id.rawValue)
      if index >= table.count { table += repeatElement(nil, count: index + 1 - table.count) }
      table[index] = newValue
      switch newValue {
      case .foreign, .ignored, nil: return
      case .events, .sync, .board, .notes: usefulCount += 1
      }
    }
  }
}
