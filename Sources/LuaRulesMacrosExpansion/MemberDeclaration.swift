#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// A member that `@RuleObject` lists.
  struct MemberDeclaration {
    /// How the value is read.
    enum Form {
      /// By a key path, which finds the place of what is stored.
      case keyPath
      /// By a closure, which is faster for what is computed.
      case closure
      /// By a closure that calls a method.
      case call
    }

    let luaName: LuaName
    /// The name in Swift, with its backticks.
    let identifier: String
    let form: Form
    let isSecret: Bool
    let summary: String?
    let node: Syntax

    /// The element of the list.
    var element: String {
      var arguments = [luaName.text.swiftLiteral]
      if form == .keyPath { arguments.append("\\.\(identifier)") }
      if isSecret { arguments.append("isSecret: true") }
      if let summary { arguments.append("description: \(summary.swiftLiteral)") }
      let call = ".init(\(arguments.joined(separator: ", ")))"
      return switch form {
      case .keyPath: call
      case .closure: "\(call) { $0.\(identifier) }"
      case .call: "\(call) { $0.\(identifier)() }"
      }
    }

    /// Returns the members that a property gives.
    static func all(
      of variable: VariableDeclSyntax, inClass isClass: Bool
    ) throws(MacroError) -> [MemberDeclaration] {
      if variable.attribute("Hidden") != nil { return [] }
      let shown = variable.attribute("Shown")
      let secret = variable.attribute("Secret")
      // Who marks a member wants it to be listed.
      let mark = shown ?? secret
      if let reason = reasonAgainst(variable, inClass: isClass) {
        guard let mark else { return [] }
        throw MacroError(unreadable(reason, at: mark, of: variable))
      }
      if mark == nil, variable.modifiers.has(.private) || variable.modifiers.has(.fileprivate) {
        return []
      }
      var members: [MemberDeclaration] = []
      for binding in variable.bindings {
        let isComputed = binding.accessorBlock.map { !$0.isObserving } ?? false
        for identifier in identifiers(in: binding.pattern) {
          let luaName = try LuaName(shown, of: identifier.plainName)
          try luaName.check(allowsPath: false)
          members.append(
            MemberDeclaration(
              luaName: luaName, identifier: identifier.text,
              form: isClass || isComputed ? .closure : .keyPath,
              isSecret: secret != nil, summary: DocumentationComment.summary(of: variable),
              node: Syntax(identifier)))
        }
      }
      return members
    }

    /// Returns the member that a method with `@Shown` gives.
    static func method(_ function: FunctionDeclSyntax) throws(MacroError) -> MemberDeclaration? {
      guard let mark = function.attribute("Shown") ?? function.attribute("Secret"),
        function.attribute("Hidden") == nil
      else { return nil }
      if let reason = reasonAgainst(function) {
        throw MacroError(unreadable(reason, at: mark, of: function))
      }
      let luaName = try LuaName(function.attribute("Shown"), of: function.name.plainName)
      try luaName.check(allowsPath: false)
      return MemberDeclaration(
        luaName: luaName, identifier: function.name.text, form: .call,
        isSecret: function.attribute("Secret") != nil,
        summary: DocumentationComment.summary(of: function), node: Syntax(function.name))
    }

    // MARK: What cannot be read

    private static func reasonAgainst(
      _ variable: VariableDeclSyntax, inClass isClass: Bool
    ) -> String? {
      if variable.modifiers.has(.static) || variable.modifiers.has(.class) {
        return "it belongs to the type"
      }
      if variable.modifiers.has(.lazy), !isClass { return "reading it changes the value" }
      for binding in variable.bindings {
        guard case .accessors(let accessors) = binding.accessorBlock?.accessors else { continue }
        for accessor in accessors where accessor.accessorSpecifier.tokenKind == .keyword(.get) {
          if accessor.effectSpecifiers?.asyncSpecifier != nil { return "it is asynchronous" }
          if accessor.effectSpecifiers?.throwsClause != nil { return "it throws" }
          if accessor.modifier?.name.tokenKind == .keyword(.mutating) {
            return "reading it changes the value"
          }
        }
      }
      return nil
    }

    private static func reasonAgainst(_ function: FunctionDeclSyntax) -> String? {
      let signature = function.signature
      if function.modifiers.has(.static) || function.modifiers.has(.class) {
        return "it belongs to the type"
      }
      if function.modifiers.has(.mutating) { return "calling it changes the value" }
      if signature.effectSpecifiers?.asyncSpecifier != nil { return "it is asynchronous" }
      if signature.effectSpecifiers?.throwsClause != nil { return "it throws" }
      if signature.parameterClause.parameters.contains(where: { $0.defaultValue == nil }) {
        return "rules give no arguments to a member"
      }
      let result = signature.returnClause?.type.trimmedDescription ?? "Void"
      return ["Void", "()", "Never"].contains(result) ? "it gives no value" : nil
    }

    private static func unreadable(
      _ reason: String, at mark: AttributeSyntax, of declaration: some WithAttributesSyntax
    ) -> Diagnostic {
      MacroFault(id: "unreadable", message: "rules cannot read this member: \(reason)").at(
        mark, fixIts: [.removing(mark.lastName, from: declaration.attributes)])
    }

    private static func identifiers(in pattern: PatternSyntax) -> [TokenSyntax] {
      if let name = pattern.as(IdentifierPatternSyntax.self) { return [name.identifier] }
      return pattern.as(TuplePatternSyntax.self)?.elements.flatMap { identifiers(in: $0.pattern) }
        ?? []
    }
  }

  extension AccessorBlockSyntax {
    /// Whether the property is stored, and only observed.
    fileprivate var isObserving: Bool {
      guard case .accessors(let list) = accessors else { return false }
      return list.allSatisfy {
        [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
      }
    }
  }
#endif
