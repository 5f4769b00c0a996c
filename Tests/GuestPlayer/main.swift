import Glibc

// Plays a script of events into the kernel through uinput, for tests in the guest.
//
//   guest-player SCRIPT       plays it
//   guest-player kill PID     prints CLOCK_MONOTONIC in nanoseconds and kills the process at once (SIGKILL)
//
// `Player.swift` has the script's words.

func fail(_ message: String) -> Never {
  _ = (message + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(1)
}

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "kill", let process = pid_t(arguments[2]) {
  let now = Pace.now
  kill(process, SIGKILL)
  print(now)
} else if arguments.count == 2 {
  do {
    var player = Player()
    try player.play(fileAt: arguments[1])
  } catch {
    fail("guest-player: \(error)")
  }
} else {
  fail("usage: guest-player SCRIPT | kill PID")
}
