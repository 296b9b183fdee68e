import LuaBridge

/// The reads that native code may do for rules with a restricted grant.
///
/// Native code does the same reads for all candidates and checks no
/// permissions. So it is used for a rule only if each of its reads is certain
/// to be allowed. All other rules are evaluated in Lua, where each read is
/// checked. If a rule may read parts of an object, native code reads the same
/// parts as Lua would. A value without parts is undecided then, because it is
/// an error.
struct GrantedReads {
  private let sources: [GrantedSource]
  /// The keys that such rules read natively.
  private(set) var keys: Set<ByteName> = []
  /// The grant IDs of such rules.
  private var grantIDs: Set<Int> = []

  /// Creates the checker for the restricted sources.
  init(_ sources: [GrantedSource]) { self.sources = sources }

  /// Returns whether a rule may read some paths; if so, notes the reads.
  mutating func permit(
    _ reads: [NativePaths.ID], to rule: Rule, in paths: NativePaths
  ) -> Bool {
    guard rule.grantID != 0 else { return true }
    guard let source = source(rule.grantID),
      reads.allSatisfy({ Self.isGranted($0, by: source, in: paths) })
    else { return false }
    guard source.reading != nil else { return true }
    grantIDs.insert(rule.grantID)
    for path in reads {
      if case .name(let name)? = paths.steps(of: path).first { keys.insert(name.string) }
    }
    return true
  }

  private func source(_ grantID: Int) -> GrantedSource? {
    sources.indices.contains(grantID - 1) ? sources[grantID - 1] : nil
  }

  private static func isGranted(
    _ path: NativePaths.ID, by source: GrantedSource, in paths: NativePaths
  ) -> Bool {
    if case .nothing = source.right(toRead: paths.steps(of: path)) { false } else { true }
  }

  /// Returns the paths of which at least one such rule may read only parts.
  func limitedPaths(among paths: NativePaths) -> Set<NativePaths.ID> {
    guard !grantIDs.isEmpty else { return [] }
    var limited: Set<NativePaths.ID> = []
    // The context itself always has parts.
    for number in paths.entries.indices.dropFirst() {
      let path = NativePaths.ID(number: Int32(clamping: number))
      let steps = paths.steps(of: path)
      let isLimited = grantIDs.contains { grantID in
        if case .part? = source(grantID)?.right(toRead: steps) { true } else { false }
      }
      if isLimited { limited.insert(path) }
    }
    return limited
  }
}
