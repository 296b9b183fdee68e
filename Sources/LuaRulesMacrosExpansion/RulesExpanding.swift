#if Macros
  public import SwiftSyntax
  import SwiftSyntaxBuilder
  public import SwiftSyntaxMacros

  /// What `#rules` writes: a model of rules that know their lines.
  public protocol RulesExpanding: ExpressionMacro {}

  extension RulesExpanding {
    /// Returns the making of the model.
    public static func expansion(
      of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
      let rules = node.arguments.map { located($0.expression, in: context) }
      let place = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID)
      let file = place.map { ", file: \($0.file.trimmedDescription)" } ?? ""
      return "LuaRules.RuleModel([\(raw: rules.joined(separator: ", "))]\(raw: file))"
    }

    /// A rule with its line; of a list at its end each rule has its own.
    private static func located(
      _ rule: ExprSyntax, in context: some MacroExpansionContext
    ) -> String {
      guard let place = context.location(of: rule, at: .afterLeadingTrivia, filePathMode: .fileID)
      else { return rule.trimmedDescription }
      return "LuaRules.SwiftRule(line: \(place.line.trimmedDescription), "
        + "\(withLocatedList(rule, in: context)))"
    }

    /// The text of a rule, in which those of a list at its end have lines.
    private static func withLocatedList(
      _ rule: ExprSyntax, in context: some MacroExpansionContext
    ) -> String {
      guard let list = trailingList(of: rule) else { return rule.trimmedDescription }
      let start = rule.positionAfterSkippingLeadingTrivia
      let length = list.positionAfterSkippingLeadingTrivia.utf8Offset - start.utf8Offset
      let before = String(decoding: rule.trimmedDescription.utf8.prefix(length), as: UTF8.self)
      let rules = list.elements.map { located($0.expression, in: context) }
      return "\(before)[\(rules.joined(separator: ", "))]"
    }

    /// The list of rules that a rule is, or that stands behind its last `=>`.
    private static func trailingList(of rule: ExprSyntax) -> ArrayExprSyntax? {
      if let list = rule.as(ArrayExprSyntax.self) { return list }
      // A list behind `<=` is a value.
      func isArrow(_ operation: ExprSyntax?) -> Bool { operation?.trimmedDescription == "=>" }
      if let infix = rule.as(InfixOperatorExprSyntax.self) {
        let isRules = isArrow(infix.operator) || !infix.rightOperand.is(ArrayExprSyntax.self)
        return isRules ? trailingList(of: infix.rightOperand) : nil
      }
      guard let elements = rule.as(SequenceExprSyntax.self)?.elements, let last = elements.last,
        isArrow(elements.dropLast().last) || !last.is(ArrayExprSyntax.self)
      else { return nil }
      return trailingList(of: last)
    }
  }
#endif
