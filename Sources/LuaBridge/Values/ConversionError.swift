/// The error for a Lua value that cannot be converted to the requested type.
public struct ConversionError: Error, Sendable {
  /// The kind of the error.
  public enum Kind: Sendable {
    /// The value has a wrong type.
    case wrongType
    /// The value has the right type, but is not one of the allowed values.
    case wrongValue
  }

  /// The kind of the error.
  public var kind: Kind {
    get { content.kind }
    set { content.kind = newValue }
  }
  /// The given value, as written in a rule file.
  public var given: String {
    get { content.given }
    set { content.given = newValue }
  }
  /// What was expected, such as `an integer` or `one of gray, red, black`.
  public var expected: String {
    get { content.expected }
    set { content.expected = newValue }
  }
  /// The accepted strings, if they can be listed.
  public var allowed: [String] {
    get { content.allowed }
    set { content.allowed = newValue }
  }
  /// The path to the value inside a table, outermost first; empty for the value itself.
  public var path: [String] {
    get { content.path }
    set { content.path = newValue }
  }
  /// Whether secret values were already masked in it.
  package var isMasked: Bool {
    get { content.isMasked }
    set { content.isMasked = newValue }
  }
  /// The name of a member that the object must not have, if that is the error.
  package var unknownMember: String? {
    get { content.unknownMember }
    set { content.unknownMember = newValue }
  }

  /// Why a Swift value has no form in Lua, if that is the error.
  package var obstacle: String? {
    get { content.obstacle }
    set { content.obstacle = newValue }
  }

  private struct Content: Sendable {
    var kind: Kind
    var given: String
    var expected: String
    var allowed: [String]
    var path: [String]
    var isMasked = false
    var unknownMember: String?
    var obstacle: String?
  }

  /// One word in size, because each frame of a deep conversion has room for several errors.
  private indirect enum Box: Sendable {
    case content(Content)
  }

  private var box: Box

  private var content: Content {
    get {
      switch box {
      case .content(let content): content
      }
    }
    set { box = .content(newValue) }
  }

  /// Creates an error.
  public init(
    _ kind: Kind, given: String, expected: String, allowed: [String] = [], path: [String] = []
  ) {
    box = .content(
      Content(kind: kind, given: given, expected: expected, allowed: allowed, path: path))
  }
}
