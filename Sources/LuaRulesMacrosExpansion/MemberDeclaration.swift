#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// A member that `@RuleObject` lists.
  struct MemberDeclaration {
    /// How the value is read.
    enum Form: Equatable {
      /// By a key path, which finds the place of what is stored.
      case keyPath
      /// By a closure, which is faster for what is computed, under the name of a key path.
      case closure
      /// By a closure that calls a method.
      case call
      /// By rules, which call the method.
      case method(MethodCall)
    }

    let luaName: LuaName
    /// The name in Swift, with its backticks.
    let identifier: String
    let form: Form
    let isSecret: Bool
    let summary: String?
    /// What has to be asked before it is read, as behind `if`; `nil` for nothing.
    let condition: String?
    let node: Syntax

    /// The element of the list of a type.
    func element(of root: String) -> String {
      var arguments = [luaName.text.swiftLiteral]
      if form == .keyPath || form == .closure { arguments.append("\\.\(identifier)") }
      if isSecret { arguments.append("isSecret: true") }
      if let summary { arguments.append("description: \(summary.swiftLiteral)") }
      if case .method(let method) = form {
        arguments.append("calling: \(method.text(of: identifier, in: root))")
      }
      let call = ".init(\(arguments.joined(separator: ", ")))"
      return switch form {
      case .keyPath, .method: call
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
      let isPrivate = variable.modifiers.has(.private) || variable.modifiers.has(.fileprivate)
      if mark == nil, isPrivate { return [] }
      if let reason = Unreadable(variable, inClass: isClass) {
        if let diagnostic = reason.diagnostic(at: mark, of: variable) {
          throw MacroError(diagnostic)
        }
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
              condition: Availability(of: variable).condition, node: Syntax(identifier)))
        }
      }
      return members
    }

    /// Returns the member that a method with `@Shown` gives.
    static func method(
      _ function: FunctionDeclSyntax, isOverloaded: Bool
    ) throws(MacroError) -> MemberDeclaration? {
      guard let mark = function.attribute("Shown") ?? function.attribute("Secret"),
        function.attribute("Hidden") == nil
      else { return nil }
      if let diagnostic = Unreadable(function)?.diagnostic(at: mark, of: function) {
        throw MacroError(diagnostic)
      }
      let luaName = try LuaName(function.attribute("Shown"), of: function.name.plainName)
      try luaName.check(allowsPath: false)
      return MemberDeclaration(
        luaName: luaName, identifier: function.name.text,
        form: MethodCall(of: function, isOverloaded: isOverloaded).map(Form.method) ?? .call,
        isSecret: function.attribute("Secret") != nil,
        summary: DocumentationComment.summary(of: function),
        condition: Availability(of: function).condition, node: Syntax(function.name))
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
