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
      return [
        """
        /// The schema of the keys that are declared here.
        \(raw: access(toSee: keys, in: declaration))static var \(raw: name.text): RuleSchema {
          \(raw: schema(of: keys))
        }
        """
      ]
    }

    /// The highest level of a key; nothing where that is what the extension gives.
    private static func access(
      toSee keys: [KeyDeclaration], in declaration: some DeclGroupSyntax
    ) -> String {
      if declaration.modifiers.writtenAccess != nil, keys.contains(where: { $0.access == nil }) {
        return ""
      }
      return ["public ", "package "].first { level in keys.contains { $0.access == level } } ?? ""
    }

    private static func schema(of keys: [KeyDeclaration]) -> String {
      let always = keys.filter { $0.availability.condition == nil }.map { "Self.\($0.keyName)" }
      let schema = "RuleSchema(\n    \(always.joined(separator: ",\n    ")))"
      if always.count == keys.count { return schema }
      var text = "var schema = \(always.isEmpty ? "RuleSchema()" : schema)\n"
      for key in keys {
        guard let condition = key.availability.condition else { continue }
        text += "  if \(condition) {\n"
        text += "    schema = schema.merging(RuleSchema(Self.\(key.keyName)))\n  }\n"
      }
      return text + "  return schema"
    }
  }
#endif
