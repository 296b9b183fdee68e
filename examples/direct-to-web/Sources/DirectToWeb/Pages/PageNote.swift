/// What a page tells about the one before it: that something was saved, for example.
struct PageNote: Hashable, Sendable {
  /// The class of the style sheet.
  enum Kind: String, Sendable {
    /// It was done.
    case good
    /// It was not done.
    case refused
  }

  var kind = Kind.good
  var text: String
  /// Where more is known; nil for nowhere.
  var href: String?
  /// The words of that link.
  var linkText = ""

  /// What the template reads.
  var templateValues: [String: Any] {
    [
      "kind": kind.rawValue, "role": "status", "text": text, "href": href.orFalse,
      "linkText": linkText, "isNote": true,
    ]
  }
}
