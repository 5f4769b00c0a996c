import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

// Draws live what devices of the guest do, in a loop of its own, until SIGINT or until no device is left. It leaves the
// recording, `out.mcap`, and the picture that stood on the board at the end, `live.png`.

func fail(_ message: String) -> Never {
  _ = (message + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(1)
}

func now() -> Timestamp {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
}

struct InterruptWatch {
  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  var isInterrupted: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return sigismember(&pending, SIGINT) == 1
  }
}

func draw(_ names: [String], _ options: RecorderOptions) throws {
  let interrupts = InterruptWatch()
  let pump = try DeviceReaderThread(names.map(DeviceSelector.init), options: options)
  let file = try SessionFile(creating: "out.mcap")
  let drawing = try LiveDrawing(SessionSetup(size: BoardSize(width: 640, height: 480)), to: file, at: now())
  var isEnding = false
  while !isEnding {
    // What happened before the signal belongs to the drawing.
    isEnding = interrupts.isInterrupted || pump.hasEnded
    for input in try pump.readPending() { drawing.handle(input, at: now()) }
    drawing.tick(now())
    var request = pollfd(fd: pump.fileDescriptor, events: Int16(POLLIN), revents: 0)
    if !isEnding { poll(&request, 1, 5) }
  }
  drawing.finish()
  if let failure = drawing.drainFailure() { throw failure }
  let output = try OutputFile(path: "live.png")
  try output.write(drawing.board.picture.composed().png())
  try output.commit()
}

var names = Array(CommandLine.arguments.dropFirst())
var options = RecorderOptions()
if names.first == "--grab" {
  names.removeFirst()
  options.grab = .exclusive
}
do {
  try draw(names, options)
} catch {
  fail("guest-drawer: \(error)")
}
