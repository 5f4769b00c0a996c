/// The channels written so far, with their messages counted.
///
/// A channel's slot is its place in the order of writing; the table from ids to slots makes the check of a message one
/// load.
struct ChannelTable {
  private(set) var channels: [MCAPChannel] = []
  private(set) var messageCounts: [UInt64] = []
  private var slots: [Int32] = []

  @inline(__always)
  func slot(_ id: ChannelID) -> Int? {
    let index = Int(id.rawValue)
    guard index < slots.count, slots[index] >= 0 else { return nil }
    return Int(slots[index])
  }

  mutating func append(_ channel: MCAPChannel) {
    let index = Int(channel.id.rawValue)
    if index >= slots.count { slots += repeatElement(-1, count: index + 1 - slots.count) }
    slots[index] = Int32(channels.count)
    channels.append(channel)
    messageCounts.append(0)
  }

  mutating func count(_ messages: UInt64, slot: Int) { messageCounts[slot] += messages }
}
