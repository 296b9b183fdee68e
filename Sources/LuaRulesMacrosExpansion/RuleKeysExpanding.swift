#if Macros
  public import SwiftSyntax
  import SwiftSyntaxBuilder
  public import SwiftSyntaxMacros

  /// What `@RuleKeys` writes: a schema of the keys of an extension.
  public protocol RuleKeysExpanding: MemberMacro {}

  extension RuleKeysExpanding {
    /// Returns the property that gives the schema.
    public static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      let name: LuaName
      do {
        name = try LuaName(node, of: "ruleKeys")
      } catch {
        throw error.shown
      }
      guard declaration.is(ExtensionDeclSyntax.self) else {
        throw MacroError(
          MacroFault(
            id: "keys-place",
            message: "`@RuleKeys` belongs to an extension of `DynamicEnvironmentPaths`"
          ).at(node)
        ).shown
      }
      for item in declaration.memberBlock.members {
        guard let conditional = item.decl.as(IfConfigDeclSyntax.self),
          conditional.description.contains("@RuleKey")
        else { continue }
        context.diagnose(
          MacroFault(
            id: "keys-condition",
            message: "keys inside `#if` are not in the schema: put them into an extension of "
              + "their own",
            severity: .warning
          ).at(conditional))
      }
      let keys = declaration.memberBlock.members.compactMap { item -> KeyDeclaration? in
        guard let variable = item.decl.as(VariableDeclSyntax.self),
          let attribute = variable.attribute("RuleKey")
        else { return nil }
        return try? KeyDeclaration(variable, attribute)
      }
      let access = ["public ", "package "].first { level in keys.contains { $0.access == level } }
      let list = keys.map { "Self.\($0.keyName)" }.joined(separator: ",\n    ")
      return [
        """
        /// The schema of the keys that are declared here.
        \(raw: access ?? "")static var \(raw: name.text): RuleSchema {
          RuleSchema(
            \(raw: list))
        }
        """
      ]
    }
  }
#endif
