#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder

  /// A property with `@RuleKey`.
  struct KeyDeclaration {
    let property: String
    let luaName: LuaName
    let type: String
    let defaultValue: String
    /// The value for errors as it is written; `nil` if there is none.
    let valueOnError: String?
    let isSettable: Bool
    let isSecret: Bool
    /// The hit policy as it is written, such as `.collect`; `nil` for the default.
    let hitPolicy: String?
    /// The level that is written; else it is that of the extension.
    let access: String?
    let summary: String?
    let availability: Availability

    /// The name of the property that gives the ``RuleKey``.
    var keyName: String { property + "Key" }

    init(_ declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax) throws(MacroError) {
      guard let variable = declaration.as(VariableDeclSyntax.self) else {
        throw MacroError(
          MacroFault(id: "no-property", message: "`@RuleKey` belongs to a property").at(attribute))
      }
      try Self.checkKind(of: variable)
      guard let binding = variable.bindings.first, variable.bindings.count == 1,
        let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
      else {
        throw MacroError(
          MacroFault(id: "several", message: "`@RuleKey` declares one key: write one property")
            .at(variable.bindings))
      }
      property = identifier.plainName
      // `@RuleKey("name", .collect)`, each of both perhaps alone.
      var arguments = attribute.unlabelledArguments
      let policy = arguments.last.flatMap { $0.as(MemberAccessExprSyntax.self) }
      if policy != nil { arguments.removeLast() }
      hitPolicy = policy?.trimmedDescription
      luaName = try LuaName(arguments.first, of: property)
      try luaName.check(allowsPath: true)
      type = try Self.type(of: binding)
      defaultValue = try Self.defaultValue(of: binding)
      valueOnError = attribute.argument("onError")?.trimmedDescription
      isSettable = try Self.isSettable(attribute)
      isSecret = variable.attribute("Secret") != nil
      access = variable.modifiers.writtenAccess
      summary = DocumentationComment.summary(of: variable)
      availability = Availability(of: variable)
    }

    // MARK: Reading

    private static func checkKind(of variable: VariableDeclSyntax) throws(MacroError) {
      if variable.bindingSpecifier.tokenKind == .keyword(.let) {
        let keyword = variable.bindingSpecifier
        throw MacroError(
          MacroFault(id: "let", message: "a key is a `var`: rules give its value").at(
            keyword,
            fixIts: [
              .replacing(
                "write `var`", keyword, with: keyword.with(\.tokenKind, .keyword(.var)))
            ]))
      }
      if let modifier = variable.modifiers.first(where: { $0.name.tokenKind == .keyword(.static) })
      {
        let others = variable.modifiers.filter { $0.id != modifier.id }
        throw MacroError(
          MacroFault(id: "static", message: "a key belongs to each context: it cannot be `static`")
            .at(
              modifier,
              fixIts: [.replacing("remove `static`", variable.modifiers, with: others)]))
      }
      if let block = variable.bindings.first?.accessorBlock {
        throw MacroError(
          MacroFault(id: "accessors", message: "`@RuleKey` writes the accessors of the key")
            .at(block))
      }
    }

    private static func type(of binding: PatternBindingSyntax) throws(MacroError) -> String {
      if let annotation = binding.typeAnnotation {
        if let unwrapped = annotation.type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
          return unwrapped.wrappedType.trimmedDescription + "?"
        }
        return annotation.type.trimmedDescription
      }
      if let type = binding.initializer.flatMap({ literalType(of: $0.value) }) { return type }
      let guess = binding.initializer.flatMap { writtenType(of: $0.value) } ?? "<#Type#>"
      let typed =
        binding
        .with(\.pattern, binding.pattern.with(\.trailingTrivia, []))
        .with(
          \.typeAnnotation,
          TypeAnnotationSyntax(
            colon: .colonToken(trailingTrivia: .space),
            type: IdentifierTypeSyntax(name: .identifier(guess)),
            trailingTrivia: binding.initializer == nil ? [] : .space))
      throw MacroError(
        MacroFault(id: "type", message: "a key needs a type").at(
          binding, fixIts: [.replacing("write the type", binding, with: typed)]))
    }

    private static func literalType(of value: ExprSyntax) -> String? {
      let value = value.as(PrefixOperatorExprSyntax.self)?.expression ?? value
      return switch value.kind {
      case .integerLiteralExpr: "Int"
      case .floatLiteralExpr: "Double"
      case .stringLiteralExpr: "String"
      case .booleanLiteralExpr: "Bool"
      default: nil
      }
    }

    /// `Color` of `Color.black` and `Color(1)`: a good guess, but no more.
    private static func writtenType(of value: ExprSyntax) -> String? {
      var expression = value
      if let call = expression.as(FunctionCallExprSyntax.self) {
        expression = call.calledExpression
      }
      if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
        member.declName.baseName.text.first?.isUppercase == false
      {
        expression = base
      }
      let text = expression.trimmedDescription
      return text.first?.isUppercase == true && text.allSatisfy { $0.isLetter || $0 == "." }
        ? text : nil
    }

    private static func defaultValue(of binding: PatternBindingSyntax) throws(MacroError) -> String
    {
      if let value = binding.initializer?.value { return value.trimmedDescription }
      if let type = binding.typeAnnotation?.type, isOptional(type) { return "nil" }
      let value = InitializerClauseSyntax(
        equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
        value: ExprSyntax("<#default#>"))
      throw MacroError(
        MacroFault(
          id: "default",
          message: "a key needs a default: what it is when nothing is set and no rule answers"
        ).at(
          binding,
          fixIts: [
            .replacing("write a default", binding, with: binding.with(\.initializer, value))
          ]))
    }

    private static func isOptional(_ type: TypeSyntax) -> Bool {
      type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
        || type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
        || type.as(MemberTypeSyntax.self)?.name.text == "Optional"
    }

    private static func isSettable(_ attribute: AttributeSyntax) throws(MacroError) -> Bool {
      guard let argument = attribute.argument("isSettable") else { return true }
      guard let literal = argument.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind else {
        throw MacroError(
          MacroFault(id: "settable", message: "`isSettable` must be `true` or `false`").at(argument)
        )
      }
      return literal == .keyword(.true)
    }
  }
#endif
