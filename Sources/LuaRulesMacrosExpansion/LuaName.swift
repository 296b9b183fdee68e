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
      guard let literal = attribute?.unlabelledArgument else {
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

  extension AttributeSyntax {
    /// The first argument, when it has no label.
    var unlabelledArgument: ExprSyntax? {
      guard let first = labeledArguments?.first, first.label == nil else { return nil }
      return first.expression
    }

    /// Returns the argument with a label.
    func argument(_ label: String) -> ExprSyntax? {
      labeledArguments?.first { $0.label?.text == label }?.expression
    }

    private var labeledArguments: LabeledExprListSyntax? {
      guard case .argumentList(let list) = arguments else { return nil }
      return list
    }

    /// The last component of the name.
    var lastName: String {
      attributeName.as(MemberTypeSyntax.self)?.name.text
        ?? attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? ""
    }
  }

  extension WithAttributesSyntax {
    /// Returns the attribute with the name.
    func attribute(_ name: String) -> AttributeSyntax? {
      attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.lastName == name }
    }
  }

  extension TokenSyntax {
    /// The name without backticks.
    var plainName: String { identifier?.name ?? text }
  }
#endif
