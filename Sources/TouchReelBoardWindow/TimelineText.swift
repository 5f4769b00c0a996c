import TouchReelExporting
import TouchReelReplaying
import TouchReelTouchTracking

/// What a timeline says of what is under the pointer, in the user's language.
nonisolated enum TimelineText {
  static func text(of pointed: TimelineStrip.Pointed) -> String {
    switch pointed {
    case .mark(let mark): "\(time(mark.time))  \(text(of: mark))"
    case .touch(let bar, let lane): "\(time(bar.start)) – \(time(bar.end))  \(text(of: bar)), \(text(of: lane))"
    }
  }

  /// `1:05.250`
  static func time(_ seconds: Double) -> String {
    let milliseconds = Int64(exactly: (max(seconds, 0) * 1000).rounded()) ?? 0
    let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    let digits = String(rest + 100_000).dropFirst()
    return "\(minutes):\(digits.prefix(2)).\(digits.suffix(3))"
  }

  private static func text(of bar: TimelineCollector.Bar) -> String {
    bar.count == 1 ? translated("Touch %s", "\(bar.touch.rawValue)") : translated("%s touches", "\(bar.count)")
  }

  private static func text(of lane: PlotLane) -> String {
    switch lane.tool {
    case .pen: translated("pen")
    case .eraser: translated("eraser end")
    default: translated("slot %s", "\(lane.slot.rawValue)")
    }
  }

  private static func text(of mark: TimelineMarks.Mark) -> String {
    switch mark.kind {
    case .cancelled: reason(mark.text)
    case .resumed: translated("A touch goes on after lost events")
    case .loss: translated("Events were lost")
    case .palm: translated("A palm")
    case .command: command(mark.text)
    case .anomaly(let kind): text(of: kind)
    case .fault(let fault): text(of: fault)
    }
  }

  private static func text(of fault: EventFault) -> String {
    switch fault {
    case .timeWentBack: translated("The time goes backwards")
    case .unfinishedFrame: translated("A frame without a SYN_REPORT")
    case .emptyFrame: translated("A frame without events")
    case .outOfRange: translated("A value out of its range")
    case .oddID: translated("An odd tracking id")
    case .unannouncedCode: translated("An event that the device does not announce")
    case .downAtStart: translated("A contact that was down before the recording began")
    case .downAtEnd: translated("A contact or key that is still down at the end")
    }
  }

  private static func text(of kind: TouchAnomaly.Kind) -> String {
    switch kind {
    case .jump: translated("A touch jumps")
    case .gap: translated("A touch has no samples for a while")
    case .lateFrame: translated("A frame comes late")
    case .stuck: translated("A touch stands still while others move")
    case .idAtOnce: translated("A tracking id that another touch still has")
    case .idAgain: translated("A tracking id comes again")
    }
  }

  /// - Parameter text: the plot's name of a reason.
  private static func reason(_ text: String) -> String {
    let reason = CancelReason.allCases.first { $0.spacedName == text }
    return switch reason {
    case .palm: translated("A touch was cancelled: it was a palm")
    case .penProximity: translated("A touch was cancelled: a pen came near")
    case .deviceRemoved: translated("A touch was cancelled: its device went away")
    case .shapeGone: translated("A touch was cancelled: what it moved was removed")
    case .gesture: translated("A touch was cancelled: it was part of a gesture")
    case .recordingEnded: translated("A touch was cancelled: the recording ended")
    case .seek, .window, nil: translated("A touch was cancelled")
    }
  }

  /// - Parameter text: the plot's name of a command.
  private static func command(_ text: String) -> String {
    switch text {
    case "undo": translated("Undo")
    case "redo": translated("Redo")
    case "clear": translated("Everything was removed")
    case "page": translated("A page was turned or changed")
    case "layer": translated("A layer was changed")
    case "background": translated("The background was changed")
    case "setting": translated("A setting was changed")
    case "text": translated("Text was typed")
    default: translated("Shapes were changed")
    }
  }
}
