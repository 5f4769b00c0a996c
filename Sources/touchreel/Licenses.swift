/// What `touchreel --licenses` prints: the parts of the program and their terms.
enum Licenses {
  static var text: String {
    let parts = [PackageResources.components_txt, PackageResources.apache_2_0_txt]
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\nApache License 2.0:\n")
  }
}
