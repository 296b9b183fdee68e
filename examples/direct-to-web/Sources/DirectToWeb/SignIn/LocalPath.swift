/// A place of this site to go to after sign-in, such as `/order?sort=date`.
public struct LocalPath: Hashable, Sendable {
  /// The path with its query; `/` where the text named no place of this site.
  public let text: String

  /// Takes a text from outside.
  ///
  /// It begins with one `/`; has no `\`, and no `//` before the query; and all of its at most 2,048
  /// bytes are visible ASCII, as in a URL as it is sent. Any other text is replaced with `/`.
  public init(_ text: String?) {
    self.text = text.flatMap { Self.isLocal($0) ? $0 : nil } ?? "/"
  }

  private static func isLocal(_ text: String) -> Bool {
    let path = text.prefix { $0 != "?" && $0 != "#" }
    return text.hasPrefix("/") && text.utf8.count <= 2048 && !path.contains("//")
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
  }
}
