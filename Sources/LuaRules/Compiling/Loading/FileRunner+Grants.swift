import LuaBridge

// Files of sources that may not do everything.

extension FileRunner {
  /// The source of a chunk, when that may not do everything.
  func owner(ofChunk chunk: Int) -> GrantedSource? {
    chunk >= 1 && chunk <= owners.count ? owners[chunk - 1] : nil
  }

  /// Its number, or 0.
  func scope(ofChunk chunk: Int) -> Int { owner(ofChunk: chunk).flatMap { scopes[$0] } ?? 0 }

  /// Gives each source that may not call all host functions a table of its own.
  func restrictHosts() throws(RuleError) {
    for (source, scope) in scopes {
      guard let functions = source.grant.functions else { continue }
      try lua { () throws(LuaFailure) in
        try state.restrictHost(ofScope: scope, to: functions.sortedByBytes())
      }
    }
  }

  /// Refuses a module that belongs to another source, which may do less.
  func refuseForeign(
    _ file: SourceFile, of owner: GrantedSource?
  ) throws(RuleError) {
    guard recording == nil, scopes.contains(where: { $0.key.place != nil }) else { return }
    if case .texts = file.modules { return }
    let path = request.fileSystem.resolved(file.name)
    for case (let source, _) in scopes where source != owner {
      guard let place = source.place, path == place || FilePath.isBelow(path, place) else {
        continue
      }
      // The folder of one such source may lie in that of another, whose files are its own.
      if let own = owner?.place, FilePath.isBelow(own, place) { continue }
      throw RuleError(
        .notGranted, "the module `\(file.name)` belongs to a source with a grant of its own",
        hint: "copy it to where it is required")
    }
  }
}
