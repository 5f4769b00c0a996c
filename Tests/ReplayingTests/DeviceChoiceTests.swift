import Testing
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying

/// Devices that a user selects have the numbers that `info` prints.
struct DeviceChoiceTests {
  /// The first device, the second, and the first again, with another node.
  private let openings = [(0, "First", "/dev/input/event3"), (1, "Second", "/dev/input/event4"), (0, "First", "")].map {
    number, name, node in
    var description = DeviceDescription()
    (description.name, description.node) = (name, node)
    return DeviceOpening(number: number, description: description)
  }

  private static let selections: [(wanted: [String], numbers: Set<Int>)] = [
    ([], []), (["0"], [0]), (["First"], [0]), (["/dev/input/event4"], [1]), (["Second", "0"], [0, 1]), (["5"], [5]),
    (["Nobody"], [-1]), (["Nobody", "1"], [-1, 1]),
  ]

  @Test(arguments: selections)
  func `A number, name or node selects the number of the device`(wanted: [String], numbers: Set<Int>) {
    #expect(DeviceChoice(wanted).numbers(among: openings) == numbers)
  }

  @Test func `All openings of a device are selected by the node of one`() {
    let numbers = DeviceChoice(["/dev/input/event3"]).numbers(among: openings)
    let selected = openings.indices.filter { numbers.contains(DeviceNumbers(openings)[DeviceChannel(rawValue: $0)]) }
    #expect(selected == [0, 2])
  }

  @Test func `The first device that is missing is named among those that are there, each once`() {
    #expect(
      DeviceChoice(["1", "Nobody", "7"]).missing(from: openings)
        == "has no device Nobody; its devices are: 0 First, 1 Second")
    #expect(DeviceChoice(["1", "First"]).missing(from: openings) == nil)
    #expect(DeviceChoice([]).missing(from: []) == nil)
  }
}
