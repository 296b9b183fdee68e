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
  }
#endif
