#if Macros
  import SwiftDiagnostics
  public import SwiftSyntax
  import SwiftSyntaxBuilder
  public import SwiftSyntaxMacros

  /// What `@RuleObject` writes: the conformance, and the list of members.
  public protocol RuleObjectExpanding: ExtensionMacro {}

  extension RuleObjectExpanding {
    /// What is written is laid out already.
    public static var formatMode: FormatMode { .disabled }

    /// Returns the extension with the list.
    public static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      do {
        try checkKind(of: declaration, node)
        try checkPlace(of: declaration, in: context)
        try checkInheritance(of: declaration, node, isConforming: protocols.isEmpty)
      } catch {
        throw error.shown
      }
      let isClass = declaration.is(ClassDeclSyntax.self)
      let members = listed(declaration, inClass: isClass, in: context)
      let conformance = protocols.isEmpty ? "" : ": RuleObject"
      let root = type.trimmedDescription
      let isGeneric =
        declaration.isGeneric
        || context.lexicalContext.contains {
          $0.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
        }
      let list = MemberList(root: root, isGeneric: isGeneric, members: members)
      let access = context.access(of: declaration.modifiers)
      return [
        try ExtensionDeclSyntax(
          """
          \(raw: context.outerAvailability(of: declaration))extension \(type.trimmed)\(raw: conformance) {
            /// What rules may read.
            \(raw: access)\(raw: list.declaration)
          }
          """)
      ]
    }

    // MARK: Members

    private static func listed(
      _ declaration: some DeclGroupSyntax, inClass isClass: Bool,
      in context: some MacroExpansionContext
    ) -> [MemberDeclaration] {
      var members: [MemberDeclaration] = []
      for item in declaration.memberBlock.members {
        do throws(MacroError) {
          if let variable = item.decl.as(VariableDeclSyntax.self) {
            members += try MemberDeclaration.all(of: variable, inClass: isClass)
          } else if let function = item.decl.as(FunctionDeclSyntax.self) {
            let isOverloaded = declaration.memberBlock.members.contains { other in
              other.id != item.id
                && other.decl.as(FunctionDeclSyntax.self)?.name.text == function.name.text
            }
            let member = try MemberDeclaration.method(function, isOverloaded: isOverloaded)
            if let member { members.append(member) }
          } else if let conditional = item.decl.as(IfConfigDeclSyntax.self),
            conditional.declaresProperties
          {
            context.diagnose(
              MacroFault(
                id: "condition", message: "rules do not see members inside `#if`",
                severity: .warning
              ).at(conditional))
          }
        } catch {
          context.diagnose(error.diagnostic)
        }
      }
      diagnoseNames(of: members, in: context)
      return members
    }

    private static func diagnoseNames(
      of members: [MemberDeclaration], in context: some MacroExpansionContext
    ) {
      var names: Set<String> = []
      for member in members {
        let name = member.luaName.text
        if !names.insert(name).inserted {
          context.diagnose(
            MacroFault(id: "twice", message: "rules know another member as `\(name)`")
              .at(member.node))
        }
        if member.luaName.isLuaWord {
          context.diagnose(
            MacroFault(
              id: "lua-word",
              message: "`\(name)` is a word of Lua: rules can write it only as `[\"\(name)\"]`; "
                + "give them another name with `@Shown(\"…\")`, or this one to keep it",
              severity: .warning
            ).at(member.node))
        }
      }
    }

    // MARK: What the macro is written on

    private static func checkKind(
      of declaration: some DeclGroupSyntax, _ node: AttributeSyntax
    ) throws(MacroError) {
      let removal = FixIt.removing("RuleObject", from: declaration.attributes)
      if declaration.is(EnumDeclSyntax.self) {
        throw MacroError(
          MacroFault(
            id: "enum",
            message: "an enum needs no `@RuleObject`: rules see its raw value, or the name of its "
              + "case"
          ).at(node, fixIts: [removal]))
      }
      if declaration.is(ActorDeclSyntax.self) {
        throw MacroError(
          MacroFault(
            id: "actor", message: "rules cannot wait for an actor: give them a struct of its values"
          ).at(node, fixIts: [removal]))
      }
      if declaration.attributes.contains(where: {
        $0.as(AttributeSyntax.self)?.lastName == "MainActor"
      }) {
        throw MacroError(
          MacroFault(
            id: "main-actor",
            message: "rules ask on any thread: give them a struct of the values of the main actor"
          ).at(node, fixIts: [removal]))
      }
      if !declaration.is(StructDeclSyntax.self), !declaration.is(ClassDeclSyntax.self) {
        throw MacroError(
          MacroFault(id: "object-place", message: "`@RuleObject` belongs to a struct or a class")
            .at(node, fixIts: [removal]))
      }
    }

    private static func checkPlace(
      of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
    ) throws(MacroError) {
      guard context.hides(declaration.modifiers) else { return }
      let modifier = declaration.modifiers.first { $0.name.tokenKind == .keyword(.private) }
      let fixIt = modifier.map { modifier in
        FixIt.replacing(
          "write `fileprivate`", modifier,
          with: modifier.with(\.name.tokenKind, .keyword(.fileprivate)))
      }
      throw MacroError(
        MacroFault(
          id: "private",
          message: "what a macro writes stands outside, and does not see what is `private` inside "
            + "of a type: write `fileprivate`"
        ).at(modifier.map { Syntax($0) } ?? Syntax(declaration), fixIts: fixIt.map { [$0] } ?? []))
    }

    /// The list of a superclass cannot be replaced.
    private static func checkInheritance(
      of declaration: some DeclGroupSyntax, _ node: AttributeSyntax, isConforming: Bool
    ) throws(MacroError) {
      guard isConforming, let type = declaration.as(ClassDeclSyntax.self) else { return }
      let inherited = type.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
      if inherited.contains(where: { $0.split(separator: ".").last == "RuleObject" }) { return }
      throw MacroError(
        MacroFault(
          id: "subclass",
          message: "`\(type.name.text)` has the list of members of its superclass, and cannot "
            + "have another"
        ).at(node, fixIts: [.removing("RuleObject", from: declaration.attributes)]))
    }
  }

  extension DeclGroupSyntax {
    fileprivate var isGeneric: Bool {
      asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }
  }

  extension IfConfigDeclSyntax {
    fileprivate var declaresProperties: Bool {
      clauses.contains { clause in
        guard case .decls(let members) = clause.elements else { return false }
        return members.contains { $0.decl.is(VariableDeclSyntax.self) }
      }
    }
  }
#endif
