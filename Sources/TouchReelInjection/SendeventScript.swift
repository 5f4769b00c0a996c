package import TouchReelByteStreams
import TouchReelInputEvents
package import TouchReelRecordingFormats
import TouchReelRecordings
package import TouchReelReplaying

/// A shell script that sends a recorded device's touches by Android's `sendevent`, for devices without TouchReel.
///
/// Each frame waits for its time, counted from the first, so that a late one makes nothing after it late. `sendevent`
/// is a process for each event: a phone starts some hundreds of them a second.
package struct SendeventScript {
  /// The name of the device that the script looks for.
  package let deviceName: String
  /// What is left out of the recording, one line a kind.
  package let losses: [String]
  /// What is made up, one line an axis.
  package let additions: [String]
  private let facts: RecordingFacts
  private let options: InjectionOptions
  private let start: InjectionStart
  private let changes: InjectionChanges
  private let slate: InitialDeviceState
  private let tally = FitTally()
  private static let batchSize = 256

  /// - Throws: if the recording has several devices, or does not fit on the target.
  package init(_ facts: RecordingFacts, options: InjectionOptions = InjectionOptions()) throws(InjectionError) {
    let start = options.start.map { InjectionStart.within(facts.instant($0)) } ?? .beginning(facts.start)
    let plan = try FittedDevices(facts, options)
    guard facts.eventCount > 0, start.zero <= facts.end, plan.end.map({ $0 > start.zero }) ?? true else {
      throw .nothingToReplay
    }
    guard plan.openings.count == 1 else { throw .severalDevices(plan.openings) }
    // The script is for a device that is there already: the recorded one, if no other is named.
    let target = plan.target ?? plan.openings[0].description
    let fitted = try plan.fit(plan.openings[0], on: target)
    let targets = plan.isFitted ? [fitted.opening.number: target] : [:]
    let blank = VirtualDeviceSetup(fitted.opening.description).blank
    slate = InitialDeviceState(opening: fitted.opening, state: blank, isLasting: true)
    deviceName = fitted.opening.description.name
    losses = fitted.losses
    additions = fitted.additions
    changes = plan.changes(fitting: targets, tally: tally)
    self.facts = facts
    self.options = options
    self.start = start
  }

  /// Hands the script on, some lines at a time.
  /// - Returns: what could not be fitted to the target, one line a kind.
  package func write(
    _ recording: Recording, _ give: ([String]) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    let plan = InjectionPlan(
      recording: recording, descriptions: facts.descriptions, slates: [slate], start: start, changes: changes,
      passes: 1)
    var lines = ScriptLines(slate.state, zero: start.zero, pace: options.pace)
    var failure: FileError?
    try give(header)
    try plan.read(batches: Self.batchSize) { steps in
      for step in steps { lines.add(step) }
      do throws(FileError) { try give(lines.drain()) } catch { failure = error }
      return failure == nil
    }
    if let failure { throw failure }
    try give(["[ $left -ge 0 ] || echo \"the last frame was $((0 - left)) ms late\" >&2"])
    return tally.lines
  }

  private var header: [String] {
    let lifts = ScriptLines.lifts(of: slate.state)
    let name = deviceName.filter { !$0.isNewline }.replacing("'", with: #"'\''"#)
    var lines: [String] = Self.opening
    lines.append("name='\(name)'")
    lines += Self.functions
    lines.append("lift() {")
    lines += lifts.map { "  \($0)" }
    lines += ["}", "trap 'lift; exit 130' INT TERM HUP"]
    if !slate.state.slots.isEmpty { lines.append("e 3 47 0") }
    lines.append("begin")
    return lines
  }

  private static let opening = [
    "#!/system/bin/sh", "# Sends the touches of a recording to an input device: sh FILE [/dev/input/eventN]",
    "# Without a node, the device of this name is looked for.",
  ]

  /// mksh computes with 32 bits, so that times are milliseconds since the start. `/proc/uptime` has hundredths of a
  /// second; bash and mksh have a finer clock. toolbox's `sendevent` takes no `--`, and toybox' takes -1 for an option
  /// without it.
  private static let functions = #"""
    LC_ALL=C
    node=${1-}
    if [ -z "$node" ]; then
      node=$(getevent -pl 2>/dev/null | while read -r word rest; do
        case $word in
          add) path=${rest##*: } ;;
          name:) [ "$rest" = "\"$name\"" ] && { echo "$path"; break; } ;;
        esac
      done)
    fi
    if [ -z "$node" ]; then
      for file in /sys/class/input/event*/device/name; do
        [ -r "$file" ] && IFS= read -r found <"$file" && [ "$found" = "$name" ] || continue
        node=${file%/device/name}
        node=/dev/input/${node##*/}
        break
      done
    fi
    if [ -z "$node" ]; then
      echo "no input device is called $name; pass its node, such as /dev/input/event2" >&2
      exit 1
    fi
    if ! [ -w "$node" ]; then
      echo "$node: cannot be written to; run this as root, or as adb's shell" >&2
      exit 1
    fi
    case $(sendevent 2>&1) in
      [Uu]se*) e() { sendevent "$node" "$@" || exit 1; } ;;
      *) e() { sendevent -- "$node" "$@" || exit 1; } ;;
    esac
    clock() {
      if [ -n "${EPOCHREALTIME-}" ]; then t=$EPOCHREALTIME; t=${t%???}; else read -r t rest </proc/uptime; t=${t}0; fi
    }
    now() { clock; now=$(((${t%.*} - base) * 1000 + 1${t#*.} - 1000)); }
    begin() { clock; base=${t%.*}; now; start=$now; }
    at() {
      now
      left=$((start + $1 - now))
      [ $left -gt 0 ] || return 0
      part=$((left % 1000 + 1000))
      sleep $((left / 1000)).${part#1}
    }
    """#.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// The lines of a script that send frames.
private struct ScriptLines {
  private var lines: [String] = []
  private var state: DeviceState
  private var schedule: ReplaySchedule
  /// The latest time, in milliseconds after the start of the script.
  private var latest: Int64 = -1

  init(_ device: DeviceDescription, zero: Timestamp, pace: ReplayPace) {
    state = DeviceState(device, slotLimit: VirtualDeviceSetup.slotLimit)
    schedule = ReplaySchedule(zero: zero, startingAt: Timestamp(nanoseconds: 0), pace: pace)
  }

  mutating func drain() -> [String] {
    defer { lines.removeAll(keepingCapacity: true) }
    return lines
  }

  mutating func add(_ step: InjectionStep) {
    switch step.action {
    case .make(_, let events), .write(_, let events): send(events, at: step.time)
    case .remove, .endPass: send(state.lift(at: step.time), at: step.time)
    }
  }

  private mutating func send(_ events: [InputEvent], at time: Timestamp) {
    let milliseconds = schedule.deadline(of: time).nanoseconds / 1_000_000
    if milliseconds > latest {
      latest = milliseconds
      lines.append("at \(milliseconds)")
    }
    state.applyWritten(events)
    lines += events.map(Self.line)
  }

  private static func line(_ event: InputEvent) -> String {
    "e \(event.type.rawValue) \(event.code.rawValue) \(event.value)"
  }

  /// What lifts everything that the script may hold down, whatever that is.
  static func lifts(of device: DeviceDescription) -> [String] {
    let slots = device.slots.indices.prefix(64).flatMap { ["e 3 47 \($0)", "e 3 57 -1"] }
    let keys = (device.codes[.key] ?? []).sorted().filter { (0x100...0x14F).contains($0.rawValue) }
    return slots + keys.map { "e 1 \($0.rawValue) 0" } + ["e 0 0 0"]
  }
}
