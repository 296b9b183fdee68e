#if Macros
  import SwiftSyntax

  /// What rules call a key or a member.
  struct LuaName {
    let text: String
    /// The literal that gives the name; `nil` when it is that of the property.
    let literal: ExprSyntax?

    /// The words that Lua keeps for itself.
    private static let words: Set<String> = [
      "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if",
      "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
    ]

    /// Reads the name that an attribute gives, or takes the one of the property.
    init(_ attribute: AttributeSyntax?, of property: String) throws(MacroError) {
      try self.init(attribute?.unlabelledArgument, of: property)
    }

    /// Reads the name that an argument gives, or takes the one of the property.
    init(_ argument: ExprSyntax?, of property: String) throws(MacroError) {
      guard let literal = argument else {
        text = property
        self.literal = nil
        return
      }
      guard let string = literal.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
        throw MacroError(
          MacroFault(id: "name-literal", message: "the name must be a string literal").at(literal))
      }
      text = string
      self.literal = literal
    }

    /// Whether rules cannot write it behind a dot.
    var isLuaWord: Bool { literal == nil && Self.words.contains(text) }

    /// Checks that the name is one, or, for a key, names with dots between them.
    func check(allowsPath: Bool) throws(MacroError) {
      guard let literal else { return }
      let names = text.split(separator: ".", omittingEmptySubsequences: false)
      if names.contains(where: \.isEmpty) || names.count > (allowsPath ? 32 : 1) {
        let expected = allowsPath ? "names with dots between them" : "a name without dots"
        throw MacroError(
          MacroFault(id: "name", message: "`\(text)` is no name for rules: expected \(expected)")
            .at(literal))
      }
    }
  }
#endif
