import Foundation
import TestSupport
import Testing

/// What the pages show of the program's output: in a block, `$ touchreel …` and the lines below it.
struct SampleOutputTests {
  struct Sample: CustomTestStringConvertible {
    var page: String
    var command: String
    var output: [String] = []
    var testDescription: String { "\(page): \(command)" }
  }

  private static let samples: [Sample] = {
    let folder = URL(fileURLWithPath: Checkout.path("docs"))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let pages = ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    return pages.flatMap(samples)
  }()

  private static func samples(of page: String) -> [Sample] {
    let text = (try? String(contentsOfFile: Checkout.path(page), encoding: .utf8)) ?? ""
    var (samples, isInBlock) = ([Sample](), false)
    var isOutput = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        (isInBlock, isOutput) = (!isInBlock, false)
      } else if isInBlock, line.hasPrefix("$ ") {
        isOutput = line.hasPrefix("$ touchreel ")
        if isOutput { samples.append(Sample(page: page, command: String(line.dropFirst("$ touchreel ".count)))) }
      } else if isOutput {
        samples[samples.count - 1].output.append(line)
      }
    }
    return samples
  }

  @Test func `There are samples`() { #expect(!Self.samples.isEmpty) }

  @Test(arguments: samples) func `A page shows what the program prints`(sample: Sample) throws {
    let outcome = try Touchreel.run(
      shell: "\"$@\" \(sample.command)", in: URL(fileURLWithPath: Checkout.path(".")))
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) == sample.output
    )
  }
}
