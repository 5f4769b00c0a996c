import Glibc

// Plays a script of events into the kernel through uinput, for tests in the guest.
// `Player.swift` has the script's words.

func fail(_ message: String) -> Never {
  _ = (message + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(1)
}

let arguments = CommandLine.arguments
if arguments.count == 2 {
  do {
    var player = Player()
    try player.play(fileAt: arguments[1])
  } catch {
    fail("guest-player: \(error)")
  }
} else {
  fail("usage: guest-player SCRIPT")
}
