#if Macros
  import SwiftSyntax

  extension DeclModifierListSyntax {
    /// Returns whether a modifier stands here, without a detail such as `(set)`.
    func has(_ keyword: Keyword) -> Bool {
      contains { $0.name.tokenKind == .keyword(keyword) && $0.detail == nil }
    }

    /// What another declaration needs to be seen by the same code, with a space behind it.
    var access: String {
      if has(.public) || has(.open) { return "public " }
      if has(.package) { return "package " }
      if has(.fileprivate) { return "fileprivate " }
      return has(.private) ? "private " : ""
    }
  }
#endif
