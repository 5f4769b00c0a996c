package import TouchReelRecordings

extension RecordingFormat {
  /// What Python's evdev prints: `python -m evdev.evtest`, `print(event)`.
  package static let pythonEvdev = RecordingFormat(rawValue: "python-evdev")
}

struct PythonEvdevFormat: TextFormat {
  typealias Source = PythonEvdevSource

  let format = RecordingFormat.pythonEvdev
  let label = "python-evdev"
  let origin = "`python -m evdev.evtest`, and events that a program of Python's evdev printed"
  let beginnings: [StaticString] = ["Device info: bus: "]
  let hasOneDevice = true
}

struct PythonEvdevSource: TextRecordingSource { var text: TextSource<PythonEvdevGrammar> }
