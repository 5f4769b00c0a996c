import Foundation
import TestSupport
import Testing

/// What docs/batch.md has to run, run.
@Suite(.slow)
struct BatchDocumentTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func block(_ name: String) throws -> String { try Checkout.block(name, of: "docs/batch.md") }

  private func writeRecordings(_ count: Int) throws {
    for number in 0..<count {
      let text = Recorded.diagonal.replacingOccurrences(of: " 0003 0035 100\n", with: " 0003 0035 \(number % 90)\n")
      try folder.write(text, to: "recordings/\(1000 + number).evemu")
    }
  }

  private func drawOnOneMachine() throws {
    let options = ["-r", folder.path("recordings"), "-o", folder.path("expected"), "--size", "64x64", "--crop"]
    try Touchreel.succeed(["render"] + options + ["--if-changed"])
  }

  private func isAsOnOneMachine() throws -> Bool {
    try Programs.run("diff", ["-r", folder.path("expected"), folder.path("pictures")]).status == 0
  }

  private var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(Programs.built.path):\(environment["PATH", default: ""])"
    return environment
  }

  @Test(.enabled(if: Programs.installed("parallel") != nil, "parallel is not installed"))
  func `GNU parallel draws every shard`() throws {
    try writeRecordings(40)
    try drawOnOneMachine()
    let outcome = try Programs.run(
      "/bin/sh", ["-c", try Self.block("parallel")], environment: environment, in: folder.url)
    #expect(try outcome.status == 0 && isAsOnOneMachine(), "\(outcome)")
  }

  private static let parsesYAML = (try? Programs.run("/usr/bin/python3", ["-c", "import yaml"]).status) == 0

  @Test(.enabled(if: parsesYAML, "python3-yaml is not installed"))
  func `The pods of the Kubernetes job draw every shard`() throws {
    let program = "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)"
    let parsed = try Programs.run("/usr/bin/python3", ["-c", program], input: Data(try Self.block("kubernetes").utf8))
    let job = try JSONDecoder().decode(IndexedJob.self, from: parsed.output)
    #expect(job.apiVersion == "batch/v1" && job.kind == "Job" && job.spec.completionMode == "Indexed")
    let pod = job.spec.template.spec
    let container = try #require(pod.containers.first)
    #expect(pod.restartPolicy == "Never" && pod.volumes.map(\.name) == container.volumeMounts.map(\.name))
    #expect(container.volumeMounts.map(\.mountPath) == [container.workingDir])
    try writeRecordings(40)
    try drawOnOneMachine()
    for index in 0..<job.spec.completions {
      var environment = environment
      environment["JOB_COMPLETION_INDEX"] = "\(index)"
      let outcome = try Programs.run(
        container.command[0], Array(container.command.dropFirst()), environment: environment, in: folder.url)
      #expect(outcome.status == 0, "\(outcome)")
    }
    #expect(try isAsOnOneMachine())
  }

  @Test(.enabled(if: Slurm.absence == nil, Comment(rawValue: Slurm.absence ?? "")))
  func `A Slurm array of which a task was killed is completed by a second run`() throws {
    try writeRecordings(1000)
    try folder.write(try Self.block("slurm"), to: "pictures.sbatch")
    let slurm = try Slurm(in: folder.url("slurm"))
    defer { slurm.stop() }
    // Two pipes in the place of pictures: at the first the task reports that it has come so far, at the second it
    // waits until it is killed.
    try FileManager.default.createDirectory(at: folder.url("pictures"), withIntermediateDirectories: true)
    let pipes = [1322, 1330].map { folder.path("pictures/\($0).png") }
    try Programs.succeed("mkfifo", pipes)
    let job = try slurm.run("sbatch --parsable --output=%a.log pictures.sbatch", in: folder.url)
    let number = job.text.trimmingCharacters(in: .whitespacesAndNewlines)
    let arrival = try Programs.run("timeout", ["120", "head", "-c", "8", pipes[0]])
    #expect(arrival.output.count == 8, "\(job) \(slurm.log)")
    #expect(try slurm.run("scancel --signal=KILL --full \(number)_3", in: folder.url).status == 0)
    try wait(for: number, slurm)
    for pipe in pipes { try FileManager.default.removeItem(atPath: pipe) }
    let before = try pictures()
    // The task had drawn 40 of its 125 when it came to the first pipe.
    #expect(before.count == 875 + 40, "\(before.count) pictures; \(slurm.log)")

    try wait(for: try slurm.run("sbatch --parsable --output=%a.log pictures.sbatch", in: folder.url).text, slurm)
    let after = try pictures()
    #expect(after.count == 1000 && before.allSatisfy { after[$0.key] == $0.value })
    #expect(try folder.text("3.log") == "touchreel: 40 of 125 pictures are there already and unchanged\n")
    try drawOnOneMachine()
    #expect(try isAsOnOneMachine())
  }

  private func wait(for job: String, _ slurm: Slurm) throws {
    let number = job.trimmingCharacters(in: .whitespacesAndNewlines)
    let outcome = try slurm.run("timeout 300 srun --quiet --dependency=afterany:\(number) true", in: folder.url)
    #expect(outcome.status == 0, "\(outcome) \(slurm.log)")
  }

  /// When each was written.
  private func pictures() throws -> [String: Date?] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("pictures"))
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("pictures/\(name)"))
        return (name, attributes[.modificationDate] as? Date)
      })
  }
}

/// The parts of a Kubernetes job that the test looks at.
private struct IndexedJob: Decodable {
  struct Spec: Decodable {
    var completionMode: String
    var completions: Int
    var template: Template
  }

  struct Template: Decodable {
    var spec: Pod
  }

  struct Pod: Decodable {
    var restartPolicy: String
    var containers: [Container]
    var volumes: [Named]
  }

  struct Container: Decodable {
    var workingDir: String
    var command: [String]
    var volumeMounts: [Mount]
  }

  struct Mount: Decodable {
    var name: String
    var mountPath: String
  }

  struct Named: Decodable {
    var name: String
  }

  var apiVersion: String
  var kind: String
  var spec: Spec
}
