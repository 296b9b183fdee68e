/// A position in a rule file.
///
/// Lines count from 1, as in Lua's own messages; the file is named as the user
/// gave it, never made absolute and never shortened.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The name of the source.
  public var file: String

  /// The line, or `nil` if only the file is known.
  public var line: Int?

  /// Creates a location.
  public init(file: String, line: Int? = nil) {
    self.file = file
    self.line = line
  }

  /// `FILE:LINE`, or `FILE` if the line is not known.
  ///
  /// Control characters are made visible, because file names may be untrusted.
  public var description: String {
    let file = PrintableText.of(file)
    return line.map { "\(file):\($0)" } ?? file
  }
}
