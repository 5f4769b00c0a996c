// Initializers of noncopyable types as the sources write them: they throw first and assign after, or hand on what they
// made. What each made is destroyed once, whether it fails or not, which is printed.
struct Refusal: Error {}

final class Name {
  let text: String

  init(_ text: String) { self.text = text }

  deinit { print("freed", text) }
}

struct Descriptor: ~Copyable {
  let number: Int

  deinit { print("closed", number) }
}

func checked(_ number: Int) throws(Refusal) -> Int {
  if number < 0 { throw Refusal() }
  return number
}

/// Throws first, assigns after.
struct Watch: ~Copyable {
  private let descriptor: Descriptor
  private let name: Name
  private var count: Int

  init(_ number: Int, _ limit: Int) throws(Refusal) {
    let descriptor = Descriptor(number: try checked(number))
    let name = Name("watch \(number)")
    let count = try checked(limit)
    self.descriptor = descriptor
    self.name = name
    self.count = count
  }

  deinit { print("unwatched", name.text) }
}

/// Hands on what it made to an initializer that does not fail.
struct Staged: ~Copyable {
  private let file: Descriptor
  private let folder: Descriptor
  private var name: Name?

  init(_ number: Int, _ limit: Int) throws(Refusal) {
    let folder = Descriptor(number: try checked(number))
    let file = Descriptor(number: 100 + (try checked(limit)))
    self.init(file, in: folder, named: limit > 50 ? Name("file \(limit)") : nil)
  }

  private init(_ file: consuming Descriptor, in folder: consuming Descriptor, named name: Name?) {
    self.file = file
    self.folder = folder
    self.name = name
  }

  deinit { if let name { print("deleted", name.text) } }
}

/// Returns nothing first.
struct Layout: ~Copyable {
  private let surface: Descriptor
  private var text: String

  init?(_ number: Int, _ limit: Int) {
    let surface = Descriptor(number: number)
    guard limit > 0 else { return nil }
    self.surface = surface
    text = "layout"
  }

  deinit { print("removed", text) }
}

func attempt(_ title: String, _ body: () throws -> Void) {
  print(title)
  do { try body() } catch { print("refused") }
}

for (number, limit) in [(-1, 1), (1, -1), (2, 2), (3, 60)] {
  attempt("watch \(number) \(limit)") { _ = try Watch(number, limit) }
  attempt("staged \(number) \(limit)") { _ = try Staged(number, limit) }
  attempt("layout \(number) \(limit)") { if Layout(number, limit) == nil { throw Refusal() } }
}
