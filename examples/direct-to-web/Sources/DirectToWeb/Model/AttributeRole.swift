/// What a column is for, by its name.
public enum AttributeRole: String, Sendable, CaseIterable {
  /// Anything.
  case plain
  /// An address of mail.
  case email
  /// An address of a page.
  case link
  /// A password, which is never shown.
  case password

  /// Finds what a column is for by its name.
  init(name: String) {
    let name = name.lowercased()
    func has(_ words: String...) -> Bool { words.contains(where: name.contains) }
    self =
      if has("password", "passwd") {
        .password
      } else if has("email", "e_mail", "e-mail") {
        .email
      } else if has("url", "homepage", "website") {
        .link
      } else {
        .plain
      }
  }
}

extension Attribute {
  /// Whether it holds passwords: their values are never shown, and no search, sort or filter tells of them.
  var isSecret: Bool { role == .password }
}
