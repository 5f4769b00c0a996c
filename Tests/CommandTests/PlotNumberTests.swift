import Foundation
import TestSupport
import Testing

/// The numbers of plots, computed again by numpy from the table of the same recording.
@Suite(.slow, .enabled(if: Python.isReady, Python.absence))
struct PlotNumberTests {
  /// Reads the charts of an SVG: a horizontal line of the grid comes before its number, a series has its own width.
  private static let charts = """
    import re, sys, csv, numpy
    def charts(path):
        found, height, isNumber = [], None, False
        for line in open(path, encoding="utf-8"):
            text = re.search(r"<tspan[^>]*>([^<]*)</tspan>", line)
            grid = re.search(r'stroke="#dddddd".* d="M\\S+ (\\S+)l(\\S+) 0"', line)
            if grid: height, isNumber = float(grid[1]), True
            elif text and isNumber:
                found[-1]["ticks"].append((height, float(text[1].replace("\\u2212", "-"))))
                isNumber = False
            elif text: found.append({"title": text[1], "ticks": [], "heights": []})
            elif 'stroke-width="0.75"' in line:
                numbers = re.search(r' d="M(.*)"', line)[1].replace("l", " ").replace("-", " -").split()
                steps = numpy.array([float(n) for n in numbers]).reshape(-1, 2)
                titled = [f for f in found if f["ticks"]]
                titled[-1]["heights"] += list(numpy.cumsum(steps, axis=0)[:, 1])
        return {f["title"]: f for f in found if f["ticks"] and f["heights"]}
    def extremes(chart):
        (a, u), (b, v) = chart["ticks"][0], chart["ticks"][-1]
        value = lambda y: u + (y - a) * (v - u) / (b - a)
        return value(max(chart["heights"])), value(min(chart["heights"])), abs((v - u) / (b - a))
    def number(text): return float(text) if text else numpy.nan
    rows = [r for r in csv.DictReader(open(sys.argv[2])) if r["phase"] in ("began", "moved", "resumed")]
    column = lambda name: numpy.array([number(r[name]) for r in rows])

    """

  private func compare(_ name: String, _ kind: String, _ script: String) throws -> String {
    let folder = try TemporaryFolder()
    let file = Checkout.path("Fixtures/\(name).mcap")
    let svg = folder.path("plot.svg")
    try Touchreel.succeed("plot", file, "-o", svg, "--kind", kind)
    let table = try folder.write(try Touchreel.succeed("dump", file, "--format", "csv").text, to: "samples.csv")
    let program = try folder.write(Self.charts + script, to: "compare.py")
    return String(decoding: try Python.succeed([program, svg, table]), as: UTF8.self)
  }

  @Test(arguments: ["ten-fingers", "pen-tilt-eraser", "overrun", "protocol-a"])
  func `The extremes of each chart of axes are those of the table`(name: String) throws {
    let script = """
      names = {"x (mm)": "x_mm", "y (mm)": "y_mm", "pressure": "pressure", "tilt x (°)": "tilt_x", "tilt y (°)": "tilt_y"}
      for title, chart in charts(sys.argv[1]).items():
          if title not in names: continue
          least, greatest, point = extremes(chart)
          values = column(names[title])
          # Heights are written to a thousandth of a point; those of the table to a ten-thousandth of a millimetre.
          assert abs(numpy.nanmin(values) - least) < point * 0.02, (title, numpy.nanmin(values), least)
          assert abs(numpy.nanmax(values) - greatest) < point * 0.02, (title, numpy.nanmax(values), greatest)
          print(title)
      """
    #expect(try compare(name, "axes", script).contains("x (mm)\ny (mm)\n"))
  }

  @Test(arguments: ["ten-fingers", "pen-tilt-eraser", "overrun", "protocol-a"])
  func `The greatest speed is that of the table`(name: String) throws {
    let script = """
      greatest = 0
      for touch in set(column("touch")):
          own = column("touch") == touch
          x, y, t = column("x_mm")[own], column("y_mm")[own], column("time")[own]
          joined = numpy.array([r["phase"] == "moved" for r in rows])[own][1:] & (numpy.diff(t) > 0)
          speed = (numpy.hypot(numpy.diff(x), numpy.diff(y))[joined] / numpy.diff(t)[joined])
          if len(speed): greatest = max(greatest, speed.max())
      _, drawn, point = extremes(charts(sys.argv[1])["speed (mm/s)"])
      assert abs(greatest - drawn) < max(point * 0.02, greatest * 0.001), (greatest, drawn)
      print("same")
      """
    #expect(try compare(name, "speed", script) == "same\n")
  }

  /// The sentence of a plot, from its lines.
  private static let sentence = """
    words = " ".join(re.findall(r"<tspan[^>]*>([^<]*)</tspan>", open(sys.argv[1], encoding="utf-8").read()))
    def said(pattern): return float(re.search(pattern, words)[1])

    """

  @Test(arguments: ["ten-fingers", "pen-tilt-eraser", "overrun", "protocol-a", "palm-mid-stroke"])
  func `The median, the longest and the number of intervals are those of the table`(name: String) throws {
    let script = """
      events = [r for r in csv.DictReader(open(sys.argv[2])) if r["phase"] != "cancelled"]
      times = numpy.unique([float(r["time"]) for r in events])
      spans = {}
      for r in csv.DictReader(open(sys.argv[2])):
          t = float(r["time"]); a, b = spans.get(r["touch"], (t, t)); spans[r["touch"]] = (min(a, t), max(b, t))
      held = [any(a <= t < b for a, b in spans.values()) for t in times[:-1]]
      lost = {float(r["time"]) for r in events if r["phase"] == "resumed"}
      held = [h and t not in lost for h, t in zip(held, times[1:])]
      intervals = numpy.diff(times)[held] * 1000
      assert said(r": (\\d+) interval") == len(intervals), (words, len(intervals))
      assert abs(said(r"median (\\S+) ms") - numpy.median(intervals)) < 0.06, (words, numpy.median(intervals))
      assert abs(said(r"longest (\\S+) ms") - intervals.max()) < 0.6, (words, intervals.max())
      most = numpy.percentile(intervals, 99, method="inverted_cdf")
      assert abs(said(r"99 % up to (\\S+) ms") - most) < 0.6, (words, most)
      late = (intervals > 1.5 * numpy.median(intervals) + 1e-6).sum()
      assert said(r"; (\\d+) longer") == late, (words, late)
      print("same")
      """
    #expect(try compare(name, "rate", Self.sentence + script) == "same\n")
  }

  @Test(arguments: ["ten-fingers", "pen-tilt-eraser", "overrun"])
  func `The jitter of the longest touch is that of the table`(name: String) throws {
    let script = """
      own = column("touch") == said(r"touch (\\d+):")
      points = numpy.stack([column("x_mm")[own], column("y_mm")[own]], axis=1)
      distance = numpy.hypot(*(points - points.mean(axis=0)).T)
      rms = numpy.sqrt((distance ** 2).mean())
      assert said(r": (\\d+) sample") == own.sum(), words
      assert abs(said(r"RMS (\\S+) mm") - rms) < max(0.006, rms * 0.006), (words, rms)
      assert abs(said(r"at most (\\S+) mm") - distance.max()) < max(0.006, distance.max() * 0.006), words
      print("same")
      """
    #expect(try compare(name, "jitter", Self.sentence + script) == "same\n")
  }

  @Test(arguments: ["ten-fingers", "pen-tilt-eraser", "protocol-a"])
  func `A path in true size is as high as the touches went`(name: String) throws {
    let script = """
      chart = charts(sys.argv[1])["y (mm), true size"]
      drawn = (max(chart["heights"]) - min(chart["heights"])) / 72 * 25.4
      height = numpy.nanmax(column("y_mm")) - numpy.nanmin(column("y_mm"))
      assert abs(drawn - height) < 0.05, (drawn, height)
      print("same")
      """
    #expect(try compare(name, "path", script) == "same\n")
  }
}
