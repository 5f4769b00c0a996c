import Foundation
import TestSupport
import Testing

/// The desktop's on-screen keyboard, where there is no other one.
///
/// Here it is a client of input-method-unstable-v2 that is asked for and let go as such a keyboard is, and types once.
@Suite(.slow, .enabled(if: GuestDesktop.isReady, GuestDesktop.absence))
struct ScreenKeyboardTests {
  private static let places = GuestDesktop.places
  private static let paper = Place(x: 640, y: 300)
  private static let typed = "Größe"

  private static let script: PlayerScript = {
    var script = PlayerScript()
    script.plug(GuestDesktop.touchscreen)
    script.meet("made")
    script.tap(places.tool("text"), id: 10)
    script.meet("chosen")
    script.tap(paper, id: 11)
    script.meet("typing")
    script.tap(places.tool("pencil"), id: 12)
    script.meet("drawing")
    script.tap(places.close, id: 13)
    return script
  }()

  /// Says `activate` when it is to be shown, and `deactivate` when it is to go.
  private static let keyboard = """
    import os, socket, struct
    server = socket.socket(socket.AF_UNIX)
    server.connect(os.environ["XDG_RUNTIME_DIR"] + "/" + os.environ["WAYLAND_DISPLAY"])
    def text(words):
        data = words.encode() + b"\\0"
        return struct.pack("=I", len(data)) + data + bytes(-len(data) % 4)
    def send(target, request, *values):
        data = b"".join(text(value) if isinstance(value, str) else struct.pack("=I", value) for value in values)
        server.sendall(struct.pack("=IHH", target, request, len(data) + 8) + data)
    def receive(count):
        data = b""
        while len(data) < count:
            part = server.recv(count - len(data))
            if not part: raise SystemExit
            data += part
        return data
    seat, manager, method = 3, 4, 5
    names, done, waits = {}, 0, False
    send(1, 1, 2)
    while True:
        target, event, size = struct.unpack("=IHH", receive(8))
        data = receive(size - 8)
        if (target, event) == (2, 0):
            name, length = struct.unpack_from("=II", data)
            interface = data[8:7 + length].decode()
            wanted = {"wl_seat": seat, "zwp_input_method_manager_v2": manager}
            if interface in wanted:
                names[interface] = name
                if len(names) == 2:
                    for interface in ("wl_seat", "zwp_input_method_manager_v2"):
                        send(2, 0, names[interface], interface, 1, wanted[interface])
                    send(manager, 0, seat, method)
                    print("here", flush=True)
        elif (target, event) == (method, 0):
            print("activate", flush=True)
            waits = True
        elif (target, event) == (method, 1):
            print("deactivate", flush=True)
        elif (target, event) == (method, 5):
            done += 1
            if waits:
                waits = False
                send(method, 0, "\(typed)")
                send(method, 3, done)
    """

  private static func said(_ word: String) -> String { "until grep -qx \(word) keys; do sleep 0.1; done" }

  private static let scenario: Scenario = {
    var chosen = GuestDesktop.chosen("text", "chosen", places)
    // Before the player goes on to tap the paper.
    chosen.insert("cp keys early", at: chosen.count - 1)
    let steps =
      ["cat >keyboard.py <<'END'", keyboard, "END", "play", "desktop draw session.mcap", GuestDesktop.seeOpen(places)]
      + ["python3 keyboard.py >keys &", said("here"), "next made-on"]
      + chosen + ["await typing", said("activate"), #"written '"command":"text"'"#]
      + ["keep typing", GuestDesktop.seeBars(places, with: "pencil")]
      + ["next typing-on", "await drawing", said("deactivate"), "next drawing-on", "closed"]
    var scenario = Scenario("keyboard", script, shell: ([GuestDesktop.library] + steps).joined(separator: "\n"))
    scenario.seconds = 280
    return scenario
  }()

  @Test func `The desktop's keyboard comes where a text is tapped, types it, and goes with the text`() throws {
    let guest = try GuestSession([Self.scenario], seconds: 300)
    let kept = KeptStages(Self.scenario, Self.places) { guest }
    try kept.seen("typing").attach("a text from the desktop's keyboard")
    let early = try String(contentsOfFile: kept.path("early"), encoding: .utf8)
    #expect(!early.contains("activate"), "\(early)")
    let dump = try Touchreel.succeed("dump", kept.path("session.mcap")).text
    #expect(dump.contains(#""command":"text","value":"\#(Self.typed)""#))
    try kept.expectClosed()
  }
}
