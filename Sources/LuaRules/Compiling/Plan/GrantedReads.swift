import LuaBridge

/// What native code may read for rules that may not read everything.
///
/// Native code reads the same for all candidates, and checks nothing. So it is
/// used for a rule only when each of its reads is certain to be allowed; the
/// others are Lua's, which has each read checked. Where a rule may read parts of
/// an object, native code reads what Lua would read of it; what turns out to
/// have no parts is undecided, as it is an error then.
struct GrantedReads {
  private let sources: [GrantedSource]
  /// The keys that such rules read natively.
  private(set) var keys: Set<ByteName> = []
  /// The scopes of such rules.
  private var scopes: Set<Int> = []

  /// Begins with the sources that may not do everything.
  init(_ sources: [GrantedSource]) { self.sources = sources }

  /// Returns whether a rule may read some paths, and notes that it does.
  mutating func permit(
    _ reads: [NativePaths.ID], to rule: Rule, in paths: NativePaths
  ) -> Bool {
    guard rule.scope != 0 else { return true }
    guard let source = source(rule.scope),
      reads.allSatisfy({ Self.isGranted($0, by: source, in: paths) })
    else { return false }
    guard source.reading != nil else { return true }
    scopes.insert(rule.scope)
    for path in reads {
      if case .name(let name)? = paths.steps(of: path).first { keys.insert(name.string) }
    }
    return true
  }

  private func source(_ scope: Int) -> GrantedSource? {
    sources.indices.contains(scope - 1) ? sources[scope - 1] : nil
  }

  private static func isGranted(
    _ path: NativePaths.ID, by source: GrantedSource, in paths: NativePaths
  ) -> Bool {
    if case .nothing = source.right(toRead: paths.steps(of: path)) { false } else { true }
  }

  /// The paths of which some such rule may read parts only.
  func limitedPaths(among paths: NativePaths) -> Set<NativePaths.ID> {
    guard !scopes.isEmpty else { return [] }
    var limited: Set<NativePaths.ID> = []
    // The context itself has parts in any case.
    for number in paths.entries.indices.dropFirst() {
      let path = NativePaths.ID(number: Int32(clamping: number))
      let steps = paths.steps(of: path)
      let isLimited = scopes.contains { scope in
        if case .part? = source(scope)?.right(toRead: steps) { true } else { false }
      }
      if isLimited { limited.insert(path) }
    }
    return limited
  }
}
