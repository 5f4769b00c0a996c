package import TouchReelRecordings

extension RecordingFormat {
  /// The ChromeOS touchpad log.
  package static let chromeos = RecordingFormat(rawValue: "chromeos")
}

struct ChromeOSFormat: TextFormat {
  typealias Source = ChromeOSSource

  let format = RecordingFormat.chromeos
  let label = "a ChromeOS touchpad log"
  let origin = "the touchpad feedback log of ChromeOS"
  let beginnings: [StaticString] = ["# device:", "# bit:", "# absinfo:"]
  let hasOneDevice = true

  var signs: FormatSigns { .lines(LineSigns(beginnings: beginnings, eventsOf: .evemu)) }
}

struct ChromeOSSource: TextRecordingSource { var text: TextSource<ChromeOSGrammar> }
