import Glibc

/// What is wrong with a script, or what the kernel refused.
struct PlayerError: Error, CustomStringConvertible {
  var description: String
}

/// Plays a script line by line.
///
/// ```
/// device Screen          begins a device of this name; the lines up to `create` describe it
/// id 3 1234 5678 1       bus, vendor, product, version
/// property 1
/// code 1 330             announces a code of a type
/// axis 53 0 4095 0 12    code, minimum, maximum, fuzz, resolution
/// create                 makes the device, and waits for its node
/// use 0                  what follows is for the first device again
/// e 3 53 100             an event, held back
/// s                      SYN_REPORT: the events held back go to the kernel in one write(2)
/// sleep 4167             microseconds after the last sleep was to end
/// wait FILE              until the file has bytes; the pace begins anew
/// touch FILE             makes a file with a byte in it
/// signal FILE NUMBER     sends a signal to the process whose number the file has; 19 waits until it has stopped
/// destroy                unplugs the device in use; `create` plugs it in again
/// ```
struct Player {
  private var devices: [UinputDevice] = []
  private var current = -1
  private var pace = Pace()

  mutating func play(fileAt path: String) throws {
    guard let file = fopen(path, "r") else { throw PlayerError(description: "\(path): errno \(errno)") }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    var number = 0
    while getline(&line, &capacity, file) >= 0 {
      guard let line else { break }
      number += 1
      do {
        try play(String(cString: line).split(whereSeparator: \.isWhitespace))
      } catch {
        throw PlayerError(description: "\(path):\(number): \(error)")
      }
    }
    pace.sleep(microseconds: 0)
  }

  private mutating func play(_ words: [Substring]) throws {
    guard let verb = words.first, !verb.hasPrefix("#") else { return }
    let rest = words.dropFirst()
    switch verb {
    case "e", "s", "sleep": try playEvent(verb, rest)
    case "device", "create", "destroy", "use": try playDevice(verb, rest)
    case "id", "property", "code", "axis": try describe(verb, try rest.map(number))
    case "wait", "touch", "signal": try synchronize(verb, rest)
    default: throw PlayerError(description: "no verb \(verb)")
    }
  }

  private mutating func playEvent(_ verb: Substring, _ words: ArraySlice<Substring>) throws {
    let values = try words.map(number)
    switch (verb, values.count) {
    case ("e", 3): devices[current].hold(type: values[0], code: values[1], value: values[2])
    case ("s", 0): try devices[current].report()
    case ("sleep", 1): pace.sleep(microseconds: values[0])
    default: throw PlayerError(description: "\(verb) has \(values.count) values")
    }
  }

  private mutating func playDevice(_ verb: Substring, _ words: ArraySlice<Substring>) throws {
    switch verb {
    case "device":
      devices.append(UinputDevice(name: words.joined(separator: " ")))
      current = devices.count - 1
    case "create": try devices[current].create()
    case "destroy": devices[current].destroy()
    default: current = try number(words.first ?? "")
    }
    pace = Pace()
  }

  private mutating func describe(_ verb: Substring, _ values: [Int]) throws {
    switch (verb, values.count) {
    case ("id", 4): devices[current].identity = values
    case ("property", 1): devices[current].properties.append(values[0])
    case ("code", 2): devices[current].codes.append((values[0], values[1]))
    case ("axis", 5): devices[current].axes.append(values)
    default: throw PlayerError(description: "\(verb) has \(values.count) values")
    }
  }

  private mutating func synchronize(_ verb: Substring, _ words: ArraySlice<Substring>) throws {
    guard let path = words.first.map(String.init) else { throw PlayerError(description: "\(verb) names no file") }
    switch verb {
    case "wait": Pace.poll { content(of: path)?.isEmpty == false }
    case "touch":
      guard let file = fopen(path, "w") else { throw PlayerError(description: "\(path): errno \(errno)") }
      fputs("1\n", file)
      fclose(file)
    default:
      guard let process = pid_t(content(of: path) ?? ""), words.count == 2 else {
        throw PlayerError(description: "\(path) has no process number")
      }
      try send(CInt(try number(words.last ?? "")), to: process)
    }
    pace = Pace()
  }

  /// A thread that waits for a disk stops only when it has been served, and until then the others run on.
  private func send(_ signal: CInt, to process: pid_t) throws {
    guard kill(process, signal) == 0 else { throw PlayerError(description: "no process \(process): errno \(errno)") }
    if signal == SIGSTOP { Pace.poll { ProcessThreads(of: process).areStopped } }
  }

  private func number(_ word: Substring) throws -> Int {
    guard let value = Int(word) else { throw PlayerError(description: "\(word) is no number") }
    return value
  }

  /// The first line.
  private func content(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [CChar](repeating: 0, count: 64)
    guard fgets(&bytes, CInt(bytes.count), file) != nil else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
