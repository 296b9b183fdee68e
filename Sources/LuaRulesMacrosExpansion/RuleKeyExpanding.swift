#if Macros
  public import SwiftSyntax
  import SwiftSyntaxBuilder
  public import SwiftSyntaxMacros

  /// What `@RuleKey` writes: the accessors of a property, and its key as a value.
  ///
  /// The compiler finds a macro by the module of its type, so the plugin has a type
  /// that conforms, and tests have another one.
  public protocol RuleKeyExpanding: AccessorMacro, PeerMacro {}

  extension RuleKeyExpanding {
    /// Returns `get`, and `set` unless the key cannot be set.
    public static func expansion(
      of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
      let key: KeyDeclaration
      do throws(MacroError) {
        key = try KeyDeclaration(declaration, node)
        try checkPlace(in: context, node)
      } catch {
        return try refusal(of: declaration, error, in: context)
      }
      if key.luaName.isLuaWord {
        context.diagnose(
          MacroFault(
            id: "lua-word",
            message: "`\(key.property)` is a word of Lua: give rules another name for the key, "
              + "as in `@RuleKey(\"\(key.property)_\")`",
            severity: .warning
          ).at(declaration))
      }
      let get: AccessorDeclSyntax = "get { self[dynamic: Self.\(raw: key.keyName)] }"
      let set: AccessorDeclSyntax = "set { self[dynamic: Self.\(raw: key.keyName)] = newValue }"
      return key.isSettable ? [get, set] : [get]
    }

    /// Tells what is wrong, and returns an accessor: without one the compiler would also
    /// complain about a stored property.
    private static func refusal(
      of declaration: some DeclSyntaxProtocol, _ error: MacroError,
      in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
      let variable = declaration.as(VariableDeclSyntax.self)
      guard variable?.bindingSpecifier.tokenKind == .keyword(.var),
        variable?.bindings.first?.accessorBlock == nil
      else { throw error.shown }
      context.diagnose(error.diagnostic)
      return ["get { preconditionFailure() }"]
    }

    /// Returns the property that gives the key.
    public static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      // The accessors tell what is wrong.
      guard let key = try? KeyDeclaration(declaration, node) else { return [] }
      var arguments = [key.luaName.text.swiftLiteral, "default: \(key.defaultValue)"]
      if let value = key.valueOnError { arguments.append("onError: \(value)") }
      if key.isSecret { arguments.append("isSecret: true") }
      if let policy = key.hitPolicy { arguments.append("hitPolicy: \(policy)") }
      if let summary = key.summary { arguments.append("description: \(summary.swiftLiteral)") }
      return [
        """
        /// The key of ``\(raw: key.property)``.
        \(raw: key.availability.lines)\(raw: key.access ?? "")static var \(raw: key.keyName): RuleKey<\(raw: key.type)> {
          RuleKey(literal: \(raw: arguments.joined(separator: ", ")))
        }
        """
      ]
    }

    private static func checkPlace(
      in context: some MacroExpansionContext, _ node: AttributeSyntax
    ) throws(MacroError) {
      guard context.lexicalContext.first?.is(ExtensionDeclSyntax.self) != true else { return }
      throw MacroError(
        MacroFault(
          id: "place", message: "a key belongs into an extension of `DynamicEnvironmentPaths`"
        ).at(node))
    }
  }
#endif
