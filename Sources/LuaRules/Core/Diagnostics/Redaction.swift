import LuaBridge

/// The text that is printed in place of a secret.
///
/// A key or a member is declared secret with ``DynamicEnvironmentKey/isSecret``
/// or with ``RuleMember``. Rules can read a secret, and a caller that asks for
/// it gets it, but printed output shows the redaction text. A key is known to
/// be secret if the schema declares it. Without a schema it is known only after
/// Swift code has set or read it through its key, not by its name as a text.
///
/// A message that a rule or a host function writes itself is searched for the
/// texts of the secrets that were read or set, of four bytes and more. A text
/// that is derived from a secret, such as its capitals or its first letters, is
/// not found.
package enum Redaction {
  /// `•••` for every secret, so that not even its length is revealed.
  package static let text = "•••"

  /// Why a secret has no form in Lua, without its value.
  static let obstacle = "\(text) has no exact form in Lua"
}

extension ConversionError {
  /// Returns the error without the value that it is about, if the value is
  /// secret.
  ///
  /// The path to the value ends at the secret part, and no spelling is
  /// suggested. `isSecret` returns whether a part of a key's value is secret.
  package func masked(_ isSecret: (String, [String]) -> Bool, of name: String) -> ConversionError {
    for count in 0...path.count where isSecret(name, Array(path.prefix(count))) {
      var masked = self
      masked.path = Array(path.prefix(count))
      masked.given = Redaction.text
      masked.allowed = []
      masked.unknownMember = nil
      if obstacle != nil { masked.obstacle = Redaction.obstacle }
      // The message of a decoder may contain the value.
      if expected.hasPrefix(Self.otherwise) { masked.expected = Self.otherwise }
      masked.isMasked = true
      return masked
    }
    return self
  }
}
