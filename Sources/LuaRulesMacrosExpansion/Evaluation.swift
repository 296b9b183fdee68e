#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  extension DeclModifierListSyntax {
    /// Returns whether a modifier stands here, without a detail such as `(set)`.
    func has(_ keyword: Keyword) -> Bool {
      contains { $0.name.tokenKind == .keyword(keyword) && $0.detail == nil }
    }

    /// What another declaration needs to be seen by the same code, with a space behind it;
    /// `nil` where no level is written.
    var writtenAccess: String? {
      if has(.public) || has(.open) { return "public " }
      if has(.package) { return "package " }
      if has(.fileprivate) { return "fileprivate " }
      if has(.private) { return "private " }
      return has(.internal) ? "internal " : nil
    }
  }

  extension MacroExpansionContext {
    /// Returns what a declaration outside needs to be seen by the code that sees one with these
    /// modifiers.
    ///
    /// The level of an extension is that of what stands in it, unless it says otherwise.
    func access(of modifiers: DeclModifierListSyntax) -> String {
      let outer = lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.writtenAccess
      // Nothing is seen where what is around it is not.
      let levels = lexicalContext.map(\.writtenAccess) + [modifiers.writtenAccess ?? outer]
      if levels.contains("private ") || levels.contains("fileprivate ") { return "fileprivate " }
      let level = levels.last ?? nil
      return level == "internal " ? "" : level ?? ""
    }

    /// Whether code at the level of the file does not see a declaration with these modifiers.
    func hides(_ modifiers: DeclModifierListSyntax) -> Bool {
      let types = lexicalContext.filter { !$0.is(ExtensionDeclSyntax.self) }
      // At that level, `private` is `fileprivate`.
      let inner = types.filter { $0.id != lexicalContext.last?.id }
      return !lexicalContext.isEmpty
        && (modifiers.has(.private) || inner.contains { $0.writtenAccess == "private " })
    }
  }

  extension Syntax {
    fileprivate var writtenAccess: String? {
      asProtocol((any WithModifiersSyntax).self)?.modifiers.writtenAccess
    }
  }
#endif
