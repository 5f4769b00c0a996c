import SeededCases
import TestSupport
import TouchReelInputEvents

/// The scenarios' gestures: each as its player's script.
enum Gestures {
  /// Ten fingers, each on a way of its own, for a second at 240 frames a second.
  static func tenFingers(_ screen: DeviceDescription, rate: Int = 240) -> PlayerScript {
    var script = PlayerScript()
    script.plug(screen)
    script.meetRecorder()
    for frame in Int32(0)..<240 {
      for finger in Int32(0)..<10 {
        let (x, y) = (200 + finger * 300 + frame, 100 + frame * (finger + 1) / 2)
        // One finger more in every third frame.
        if frame == finger * 3 {
          script.down(finger, id: 100 + finger, at: x, y)
        } else if frame > finger * 3 {
          script.move(finger, to: x, y)
        }
      }
      if frame == 0 { script.set(.key, .touch, 1) }
      script.frame(rate: rate)
    }
    for finger in Int32(0)..<10 { script.up(finger) }
    script.set(.key, .touch, 0)
    script.frame(rate: rate)
    return script
  }

  /// Two fingers are down before the recorder starts; one of them moves, then both are lifted.
  static func downAtStart(_ screen: DeviceDescription) -> PlayerScript {
    var script = PlayerScript()
    script.plug(screen)
    script.down(3, id: 8, at: 100, 200)
    script.down(5, id: 9, at: 1100, 1200)
    script.set(.key, .touch, 1)
    script.frame()
    script.meetRecorder()
    for frame in Int32(1)...20 {
      script.move(5, to: 1100 + frame, 1200 - frame)
      script.frame()
    }
    script.up(3)
    script.up(5)
    script.set(.key, .touch, 0)
    script.frame()
    return script
  }

  /// While the recorder is stopped, far more happens than the kernel keeps: finger 0 is held and moves, finger 1 is
  /// lifted and comes again as another touch, finger 2 is held still.
  static func overrun(_ screen: DeviceDescription) -> PlayerScript {
    var script = PlayerScript()
    script.plug(screen)
    script.meetRecorder()
    for finger in Int32(0)..<3 { script.down(finger, id: 10 + finger, at: 500 * finger, 700) }
    script.set(.key, .touch, 1)
    script.frame()
    script.sleep(milliseconds: 300)
    script.wait(for: "pid")
    script.signalRecorder(19)
    for frame in Int32(1)...400 {
      script.move(0, to: frame, 700 + frame)
      if frame == 100 { script.up(1) }
      if frame == 200 { script.down(1, id: 77, at: 900, 900) }
      script.report()
    }
    script.signalRecorder(18)
    script.sleep(milliseconds: 300)
    for frame in Int32(1)...30 {
      script.move(0, to: 400 + frame, 1100)
      script.move(1, to: 900 + frame, 900)
      script.frame()
    }
    for finger in Int32(0)..<3 { script.up(finger) }
    script.set(.key, .touch, 0)
    script.frame()
    return script
  }

  /// A finger draws, and a palm lies beside it from its first frame on.
  static func palmAtBegin(_ screen: DeviceDescription) -> PlayerScript {
    palm(screen, turningIn: 0)
  }

  /// Two fingers draw; in frame 30 one turns out to be a palm.
  static func palmMidStroke(_ screen: DeviceDescription) -> PlayerScript {
    palm(screen, turningIn: 30)
  }

  private static func palm(_ screen: DeviceDescription, turningIn palmFrame: Int32) -> PlayerScript {
    var script = PlayerScript()
    script.plug(screen)
    script.meetRecorder()
    for frame in Int32(0)..<60 {
      if frame == 0 {
        script.down(0, id: 40, at: 100, 100)
        script.down(1, id: 41, at: 2000, 1500)
      } else {
        script.move(0, to: 100 + 5 * frame, 100)
        script.move(1, to: 2000, 1500 + 2 * frame)
      }
      if frame == palmFrame { script.palm(1) }
      script.frame()
    }
    script.up(0)
    script.up(1)
    script.frame()
    return script
  }

  /// Two contacts without identity move apart; the second is lifted, then the first.
  static func anonymous(_ screen: DeviceDescription) -> PlayerScript {
    var script = PlayerScript()
    script.plug(screen)
    script.meetRecorder()
    for frame in Int32(0)..<90 {
      let contacts = frame < 60 ? [(1000 - frame, 500), (2000 + frame, 600)] : [(1000 - frame, 500)]
      for (x, y) in contacts {
        script.set(.absolute, .positionX, x)
        script.set(.absolute, .positionY, Int32(y))
        script.set(.synchronization, .multitouchReport, 0)
      }
      if frame == 0 { script.set(.key, .touch, 1) }
      script.frame()
    }
    script.set(.synchronization, .multitouchReport, 0)
    script.set(.key, .touch, 0)
    script.frame()
    return script
  }

  /// A finger draws, a pen comes near and draws, turns over and erases; the finger goes on.
  static func penAndTouch(_ screen: DeviceDescription, _ pen: DeviceDescription) -> PlayerScript {
    var script = PlayerScript()
    script.plug(screen)
    script.plug(pen)
    script.meetRecorder()
    for frame in Int32(0)..<120 {
      script.use(0)
      frame == 0 ? script.down(0, id: 5, at: 300, 300) : script.move(0, to: 300 + frame, 300)
      script.report()
      script.use(1)
      movePen(&script, frame)
      script.frame()
    }
    script.use(0)
    script.up(0)
    script.frame()
    return script
  }

  private static func movePen(_ script: inout PlayerScript, _ frame: Int32) {
    let (tool, begin) = frame < 70 ? (EventCode.toolPen, Int32(20)) : (EventCode.toolRubber, Int32(70))
    guard (20..<60).contains(frame) || (70..<110).contains(frame) else {
      if frame == 60 || frame == 110 {
        script.set(.key, .touch, 0)
        script.set(.absolute, .pressure, 0)
        script.set(.key, frame == 60 ? .toolPen : .toolRubber, 0)
        script.report()
      }
      return
    }
    if frame == begin { script.set(.key, tool, 1) }
    script.set(.absolute, .x, 5000 + 10 * frame)
    script.set(.absolute, .y, 4000)
    script.set(.absolute, .tiltX, frame / 4)
    script.set(.absolute, .tiltY, -frame / 5)
    if frame == begin + 5 { script.set(.key, .touch, 1) }
    if frame >= begin + 5 { script.set(.absolute, .pressure, 1000 + frame) }
    script.report()
  }

  /// The device is unplugged while two fingers are down.
  static func unplug(_ screen: DeviceDescription) -> PlayerScript {
    var script = PlayerScript()
    script.plug(screen)
    script.meetRecorder()
    drawHeld(&script, id: 60)
    script.sleep(milliseconds: 100)
    script.unplug()
    return script
  }

  /// Unplugged while two fingers are down, plugged in again, and touched again.
  static func replug(_ screen: DeviceDescription) -> PlayerScript {
    var script = unplug(screen)
    script.touch(file: "unplugged")
    script.wait(for: "plug")
    script.plugAgain()
    script.touch(file: "plugged")
    script.wait(for: "reopened")
    drawHeld(&script, id: 90)
    script.up(0)
    script.up(1)
    script.frame()
    return script
  }

  private static func drawHeld(_ script: inout PlayerScript, id: Int32) {
    script.down(0, id: id, at: 100, 100)
    script.down(1, id: id + 1, at: 900, 100)
    script.frame()
    for frame in Int32(1)...40 {
      script.move(0, to: 100 + frame, 100 + frame)
      script.move(1, to: 900 - frame, 100 + 2 * frame)
      script.frame()
    }
  }

  /// Positions that compress badly, from a generator of its own.
  static func noise(_ screen: DeviceDescription, frames: Int) -> PlayerScript {
    var random = SplitMix64(seed: 77)
    var script = PlayerScript()
    script.plug(screen)
    script.meetRecorder()
    for finger in Int32(0)..<10 { script.down(finger, id: finger, at: 0, 0) }
    script.frame()
    for _ in 0..<frames {
      for finger in Int32(0)..<10 {
        script.move(finger, to: .random(in: 0...3839, using: &random), .random(in: 0...2159, using: &random))
      }
      script.frame()
    }
    return script
  }

  /// One finger whose position counts the frames.
  static func counting(_ screen: DeviceDescription, frames: Int) -> PlayerScript {
    var script = PlayerScript()
    script.plug(screen)
    script.down(0, id: 1, at: 0, 0)
    script.frame()
    script.touch(file: "made")
    for frame in 1...frames {
      script.move(0, to: Int32(frame % 3840), Int32(frame / 3840))
      script.frame()
    }
    return script
  }
}
