#if Macros
  import SwiftSyntax

  extension AttributeSyntax {
    /// The first argument, when it has no label.
    var unlabelledArgument: ExprSyntax? {
      guard let first = labeledArguments?.first, first.label == nil else { return nil }
      return first.expression
    }

    /// The arguments without labels.
    var unlabelledArguments: [ExprSyntax] {
      (labeledArguments ?? []).filter { $0.label == nil }.map(\.expression)
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
