#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// What a macro has to say about the code that it is written on.
  struct MacroFault: DiagnosticMessage {
    let id: String
    let message: String
    var severity = DiagnosticSeverity.error

    var diagnosticID: MessageID { MessageID(domain: "LuaRulesMacros", id: id) }

    func at(_ node: some SyntaxProtocol, fixIts: [FixIt] = []) -> Diagnostic {
      Diagnostic(node: node, message: self, fixIts: fixIts)
    }
  }

  /// What an editor offers to do about a fault.
  struct MacroFixIt: FixItMessage {
    let message: String

    var fixItID: MessageID { MessageID(domain: "LuaRulesMacros", id: message) }
  }

  extension FixIt {
    /// Creates a change of one node into another.
    static func replacing(
      _ message: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol
    ) -> FixIt {
      .replace(message: MacroFixIt(message: message), oldNode: old, newNode: new)
    }

    /// Creates the addition of an attribute before others.
    static func adding(_ name: String, to old: AttributeListSyntax) -> FixIt {
      let added = AttributeSyntax(
        leadingTrivia: old.leadingTrivia,
        attributeName: IdentifierTypeSyntax(name: .identifier(name)), trailingTrivia: .space)
      let new = [.attribute(added)] + Array(old.with(\.leadingTrivia, []))
      return .replacing("write `@\(name)`", old, with: AttributeListSyntax(new))
    }

    /// Creates the removal of the attribute with a name.
    static func removing(_ name: String, from old: AttributeListSyntax) -> FixIt {
      let others = old.filter { $0.as(AttributeSyntax.self)?.lastName != name }
      // The comment stands before the first of them, and stays.
      let trivia = old.leadingTrivia
      var changes: [Change] = [
        .replace(
          oldNode: Syntax(old), newNode: Syntax(others.with(\.leadingTrivia, trivia)))
      ]
      if others.isEmpty,
        let next = old.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
      {
        changes.append(.replaceLeadingTrivia(token: next, newTrivia: trivia))
      }
      return FixIt(message: MacroFixIt(message: "remove `@\(name)`"), changes: changes)
    }
  }
#endif
