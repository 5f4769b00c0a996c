/// The version of the library, as recordings and `touchreel --version` name it.
public enum TouchReelVersion {
  public static let current = "0.1.0"
}
