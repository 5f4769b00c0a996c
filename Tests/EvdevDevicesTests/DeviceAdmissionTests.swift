import Testing
import TouchReelEvdevDevices
import TouchReelInputEvents

struct DeviceAdmissionTests {
  private var screen: DeviceDescription {
    var device = DeviceDescription()
    device.properties = [.direct]
    device.codes[.key] = [.touch]
    for code in [EventCode.slot, .trackingID, .positionX, .positionY] {
      device.axes[code] = AbsoluteAxis(minimum: 0, maximum: 9)
    }
    return device
  }

  private let letters = Set((16...25).map(EventCode.init(rawValue:)))

  @Test func `A touchscreen is admitted`() { #expect(DeviceAdmission().refusal(of: screen) == nil) }

  @Test func `A device without a surface needs to be forced`() {
    let button = DeviceDescription()
    #expect(DeviceAdmission().refusal(of: button) == .notTouch(.other))
    #expect(DeviceAdmission.notTouch.refusal(of: button) == nil)
  }

  @Test func `A surface that can type is a keyboard all the same`() {
    var device = screen
    device.codes[.key, default: []].formUnion(letters)
    #expect(DeviceAdmission().refusal(of: device) == .keyboard)
    #expect(DeviceAdmission.notTouch.refusal(of: device) == .keyboard)
    #expect(DeviceAdmission.keyboards.refusal(of: device) == nil)
  }
}
