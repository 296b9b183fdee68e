import LuaBridge

/// What is printed in place of a secret.
///
/// A key or a member is declared secret with ``DynamicEnvironmentKey/isSecret``
/// or with ``RuleMember``. Rules read it, and who asks for it gets it; what
/// prints, prints the mask. A key is known to be secret when the schema declares
/// it, and without a schema when it is set or asked for as a key.
///
/// A message that a rule or a host function writes itself is searched for the
/// texts of the secrets that were read or set, of four bytes and more. What is
/// made of a secret, such as its capitals or its first letters, is not found.
public enum Redaction {
  /// `•••`, whatever the secret is, so that not even its length is told.
  public static let text = "•••"
}

extension ConversionError {
  /// Returns the error without the value it is about, where that is secret.
  ///
  /// The way to the value ends at what is secret, and no spelling is guessed.
  /// The function tells whether a part of a key's value is secret.
  func masked(_ isSecret: (String, [String]) -> Bool, of name: String) -> ConversionError {
    for count in 0...path.count where isSecret(name, Array(path.prefix(count))) {
      var masked = self
      masked.path = Array(path.prefix(count))
      masked.given = Redaction.text
      masked.allowed = []
      masked.unknownMember = nil
      // What a decoder says may hold the value.
      if expected.hasPrefix(Self.otherwise) { masked.expected = Self.otherwise }
      masked.isMasked = true
      return masked
    }
    return self
  }
}
