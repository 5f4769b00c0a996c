import Testing
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

struct ChromeOSReadingTests {
  static let log = """
    # device: Atmel maXTouch Touchpad
    # bit: 0B 00 00 00
    # key: 00 02
    # rel:
    # abs: 03 00 00 00 00 80 60 02
    # led: 00
    # prp: 05
    # absinfo: 0 0 960 1 2 10
    # absinfo: 47 0 9 0 0 0
    E: 1350076085.334461 0003 002f 0
    E: 1350076085.334461 0003 0035 -17 3
    E: 1350076085.334461 0000 0000 0

    """

  @Test func `Masks and axes are read`() throws {
    let reading = try Reading(Self.log)
    let device = try #require(reading.devices.first)
    #expect(reading.format == .chromeos)
    #expect(device.name == "Atmel maXTouch Touchpad")
    #expect(device.codes[.key] == [EventCode(rawValue: 9)])
    #expect(device.codes[.absolute] == [.x, .y, .slot, .positionX, .positionY, .trackingID])
    #expect(device.properties == [.pointer, .buttonPad])
    #expect(device.axes[.x] == AbsoluteAxis(minimum: 0, maximum: 960, fuzz: 1, flat: 2, resolution: 10))
    #expect(device.axes[.slot] == AbsoluteAxis(minimum: 0, maximum: 9))
    #expect(reading.lines == ["1350076085334461 3 47 0", "1350076085334461 3 53 -17", "1350076085334461 0 0 0"])
    #expect(reading.warnings == [])
  }
}
