#if Macros
  public import SwiftSyntax
  public import SwiftSyntaxMacros

  /// What the markers write: nothing.
  ///
  /// Other macros read `@Hidden`, `@Shown` and `@Secret`.
  public protocol MarkerExpanding: PeerMacro {}

  extension MarkerExpanding {
    /// Returns nothing, but tells when nobody reads the marker.
    public static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      let marked = declaration.asProtocol((any WithAttributesSyntax).self)
      let isSecretKey = node.lastName == "Secret" && marked?.attribute("RuleKey") != nil
      let type = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
      if !isSecretKey, type?.attribute("RuleObject") == nil {
        context.diagnose(
          MacroFault(
            id: "marker",
            message: "`@\(node.lastName)` has no effect here: it belongs to a member of a type "
              + "with `@RuleObject`" + (node.lastName == "Secret" ? ", or beside `@RuleKey`" : "")
          ).at(node))
      } else if node.lastName != "Hidden", let marked, marked.attribute("Hidden") != nil {
        context.diagnose(
          MacroFault(
            id: "hidden", message: "`@\(node.lastName)` has no effect on what is `@Hidden`",
            severity: .warning
          ).at(node, fixIts: [.removing(node.lastName, from: marked.attributes)]))
      }
      return []
    }
  }
#endif
