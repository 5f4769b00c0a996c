import TestSupport
import Testing

/// What `info` has to say of a case.
struct CaseAnswer: CustomTestStringConvertible, Sendable {
  /// The case's path below the folder of the cases.
  let name: String
  /// What the answer holds.
  let lines: [String]
  /// What it must not hold.
  var absent: [String] = []
  var isRefused = false

  init(_ name: String, _ lines: String..., absent: [String] = [], isRefused: Bool = false) {
    self.name = name
    self.lines = lines
    self.absent = absent
    self.isRefused = isRefused
  }

  var testDescription: String { name }

  static let all = recordings + edited + ofPeople + xournal + excalidraw + inkML + others

  private static let oneFinger = "1 touch, at most 1 at once: 1 ended, 0 cancelled"

  private static let recordings = [
    CaseAnswer("recordings/android-btn-tool-finger.getevent", "touchscreen", oneFinger, absent: ["touchpad"]),
    CaseAnswer(
      "recordings/evtest-ev_rel-mt-sync.txt", "evtest, 16 events in 3 frames", "2 touches, at most 2 at once: 2 ended"),
    CaseAnswer("recordings/hid-tools-style.hid", "hid-recorder", "hid-replay", isRefused: true),
    CaseAnswer(
      "recordings/libinput-quoted-in-mail.txt", "10 events in 3 frames", oneFinger,
      "is not part of the recording: skipped (6 times)"),
    CaseAnswer(
      "recordings/libinput-stray-line-in-events.yml", "10 events in 3 frames", oneFinger,
      "line 29: is not part of the recording: skipped"),
    CaseAnswer(
      "recordings/libinput-stray-line-in-header.yml", "device 0: Screen, touchscreen", "10 events in 3 frames",
      oneFinger,
      "line 8: is not part of the recording: skipped"),
    CaseAnswer("recordings/protocolA-empty-frame.evemu", "protocol A", oneFinger),
    CaseAnswer("recordings/protocolA-key-only-frame.evemu", "protocol A", oneFinger),
    CaseAnswer("recordings/sibling/Screen-move.events", "Test Touchscreen", oneFinger, absent: ["no description"]),
    CaseAnswer("recordings/sibling/Screen.move.events", "Test Touchscreen", oneFinger, absent: ["no description"]),
    CaseAnswer("recordings/sibling/Screen_move.events", "Test Touchscreen", oneFinger, absent: ["no description"]),
    CaseAnswer("recordings/touch-major-zero.evemu", "protocol B", oneFinger),
  ]

  private static let edited = [
    CaseAnswer("editing/clock-back/back.evemu", oneFinger, "time goes backwards"),
    CaseAnswer("editing/cut-at-last/in.evemu", "8 frames", "2 touches", "events were lost 2 times"),
    CaseAnswer("editing/false-gap/truncated.mcap", "28 frames", "1 touch", "the file is truncated inside a record"),
    CaseAnswer("editing/false-gap/whole.mcap", "30 frames", "1 touch", absent: ["truncated"]),
    CaseAnswer("editing/join-drop/two.evemu", "8 frames", "2 touches", "events were lost 2 times"),
    CaseAnswer("editing/not-touch-loses/begins-down.evemu", "2 touches, at most 1 at once: 2 ended"),
    CaseAnswer("editing/not-touch-loses/in.evemu", "2 touches, at most 1 at once: 2 ended"),
    CaseAnswer("editing/undescribed-A/flick.getevent", "protocol A", oneFinger, "--description"),
    CaseAnswer("editing/xopp-trap/board-drawing.mcap", "8 touches, at most 2 at once: 8 ended"),
    CaseAnswer("editing/xopp-trap/min.touchreel.json", "1 pen stroke"),
  ]

  private static let ofPeople = [
    CaseAnswer("people/one-point.getevent", "touchscreen", oneFinger, "--description"),
    CaseAnswer("people/one-tap.getevent", "touchscreen", oneFinger, "--description"),
    CaseAnswer("people/target-phone-pressure.txt", "device 1: fts, touchscreen, protocol B, 10 slots", "0 touches"),
    CaseAnswer("people/target-phone.txt", "device 1: fts, touchscreen, protocol B, 10 slots", "0 touches"),
    CaseAnswer("people/two.ndjson", "it holds 2 drawings, of which this is the first"),
    CaseAnswer("people/undescribed-tap.getevent", "2 touches", "ends inside a frame"),
    CaseAnswer("window/palm-pen.yml", "23 touches, at most 1 at once: 22 ended, 1 cancelled (1 pen proximity)"),
    CaseAnswer("window/palm-pen.mcap", "23 touches, at most 1 at once: 22 ended, 1 cancelled (1 pen proximity)"),
    CaseAnswer("window/arrow-overshoot.touchreel.json", "1 arrow, 1 line"),
  ]

  private static let xournal = [
    CaseAnswer("ink/comma.xopp", "1 pen stroke", "1 × a <stroke> has decimal commas"),
    CaseAnswer("ink/dash.xopp", "100x100 points", "5 paths"),
    CaseAnswer("ink/empty_stroke.xopp", "1 pen stroke", "line 1: a <stroke> has no points: skipped"),
    CaseAnswer("ink/far_point.xopp", "2 pen strokes"),
    CaseAnswer("ink/fewwidths.xopp", "1 pen stroke"),
    CaseAnswer("ink/fill_dash_highlighter.xopp", "300x200 points", "2 paths, 2 pen strokes"),
    CaseAnswer("ink/highlighter.xopp", "6 pen strokes"),
    CaseAnswer("ink/link.xopp", "1 text", "1 × <link url> is not read"),
    CaseAnswer("ink/manywidths.xopp", "1 pen stroke"),
    CaseAnswer("ink/nan_point.xopp", "1 pen stroke", "a <stroke> has points that are not numbers: skipped"),
    CaseAnswer("ink/nan_width.xopp", "2 pen strokes", "a <stroke> has a width that is not a number"),
    CaseAnswer("ink/negpress.xopp", "1 pen stroke"),
    CaseAnswer("ink/odd_count.xopp", "1 pen stroke", "a <stroke> has an odd count of numbers: skipped"),
    CaseAnswer("ink/pressplus.xopp", "1 pen stroke"),
    CaseAnswer("ink/trunc.xopp", "17 pen strokes", "its gzip stream is damaged or cut off: what follows is lost"),
    CaseAnswer("ink/xnames.xopp", "11 pen strokes"),
    CaseAnswer("ink/zero_width.xopp", "pen stroke"),
    CaseAnswer("ink/zeropress.xopp", "1 pen stroke"),
    CaseAnswer(
      "window/three-pages.xopp", "3 pages, page 1 is shown, 595.27x841.89 points", "9 pen strokes, 3 texts"),
  ]

  private static let excalidraw = [
    CaseAnswer("ink/arrow2.excalidraw", "4 arrows, 1 line"),
    CaseAnswer("ink/css_colors.excalidraw", "24 rectangles"),
    CaseAnswer("ink/css_red.excalidraw", "1 rectangle"),
    CaseAnswer("ink/draw.excalidraw", "1 path"),
    CaseAnswer("ink/generator_css_names.excalidraw", "1 arrow, 1 ellipse, 1 rectangle, 1 text", "hatched fill"),
    CaseAnswer("ink/grouped_bound.excalidraw", "1 arrow, 1 rectangle, 1 text"),
    CaseAnswer("ink/legacy_curve.excalidraw", "1 path"),
    CaseAnswer("ink/new_curve.excalidraw", "1 path"),
    CaseAnswer("ink/opacity.excalidraw", "1 rectangle"),
  ]

  private static let inkML = [
    CaseAnswer("ink/inkml/bool_channel.inkml", "1 pen stroke"),
    CaseAnswer("ink/inkml/color_named.inkml", "2 pen strokes"),
    CaseAnswer("ink/inkml/continuation.inkml", "2 pen strokes"),
    CaseAnswer("ink/inkml/def_format.inkml", "2 pen strokes"),
    CaseAnswer("ink/inkml/defs_trace.inkml", "1 pen stroke"),
    CaseAnswer("ink/inkml/deltas.inkml", "1 pen stroke"),
    CaseAnswer("ink/inkml/derived_brush.inkml", "1 pen stroke"),
    CaseAnswer("ink/inkml/group_brush1.inkml", "2 pen strokes"),
    CaseAnswer("ink/inkml/group_brush2.inkml", "3 pen strokes"),
    CaseAnswer("ink/inkml/group_brush3.inkml", "4 pen strokes"),
    CaseAnswer("ink/inkml/groups_brush.inkml", "4 pen strokes"),
    CaseAnswer("ink/inkml/hex_values.inkml", "1 pen stroke"),
    CaseAnswer("ink/inkml/inherit_context.inkml", "1 pen stroke"),
    CaseAnswer("ink/inkml/interleaved.inkml", "2 pen strokes"),
    CaseAnswer("ink/inkml/labels_force.inkml", "1 pen stroke"),
    CaseAnswer("ink/inkml/mapping.inkml", "1 pen stroke"),
    CaseAnswer("ink/inkml/onebad.inkml", "3 pen strokes", "line 1: a point of a trace has 1 of 2 values"),
    CaseAnswer("ink/inkml/order_fxy.inkml", "1 pen stroke"),
    CaseAnswer("ink/inkml/orientation.inkml", "1 pen stroke"),
    CaseAnswer("ink/inkml/pen_types.inkml", "2 pen strokes"),
    CaseAnswer("ink/inkml/scientific.inkml", "1 pen stroke"),
    CaseAnswer("ink/inkml/stream_brush.inkml", "2 pen strokes"),
    CaseAnswer("ink/inkml/streaming_context.inkml", "4 pen strokes"),
    CaseAnswer("ink/inkml/time_duration.inkml", "2 touches", "evenly spaced"),
    CaseAnswer("ink/inkml/time_offset.inkml", "3 touches", "over 5.1 s"),
    CaseAnswer("ink/inkml/traceview.inkml", "1 pen stroke"),
    CaseAnswer("ink/inkml/units_mixed.inkml", "1920x1920 points", "1 pen stroke"),
    CaseAnswer("ink/trunc.inkml", "11 touches", "the file ends inside <trace>"),
  ]

  private static let others = [
    CaseAnswer("ink/dot.ndjson", "2 touches, at most 1 at once: 2 ended"),
    CaseAnswer("ink/dot.touchreel.json", "1 pen stroke"),
    CaseAnswer(
      "ink/shapes.drawsana.json",
      "8 shapes: 1 arrow, 1 ellipse, 1 line, 1 ngon, 1 pen stroke, 1 rectangle, 1 star, 1 text"),
    CaseAnswer("ink/translucent.touchreel.json", "2 pen strokes"),
  ]
}
