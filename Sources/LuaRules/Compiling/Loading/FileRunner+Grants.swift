import LuaBridge

// Files of restricted sources.

extension FileRunner {
  /// Returns the source of a chunk if the source is restricted.
  func owner(ofChunk chunk: Int) -> GrantedSource? {
    chunk >= 1 && chunk <= owners.count ? owners[chunk - 1] : nil
  }

  /// Returns the number of the restricted source of a chunk, or 0.
  func grantID(ofChunk chunk: Int) -> Int { owner(ofChunk: chunk).flatMap { grantIDs[$0] } ?? 0 }

  /// Gives each source that may not call all host functions its own table of
  /// host functions.
  func restrictHosts() throws(RuleError) {
    for (source, grantID) in grantIDs {
      guard let functions = source.grant.functions else { continue }
      try lua { () throws(LuaFailure) in
        try state.restrictHost(ofScope: grantID, to: functions.sortedByBytes())
      }
    }
  }

  /// Throws for a module that belongs to another source with a grant.
  func refuseForeign(
    _ file: SourceFile, of owner: GrantedSource?
  ) throws(RuleError) {
    guard recording == nil, grantIDs.contains(where: { $0.key.place != nil }) else { return }
    if case .texts = file.modules { return }
    let path = request.options.fileSystem.resolved(file.name)
    for case (let source, _) in grantIDs where source != owner {
      guard let place = source.place, path == place || FilePath.isBelow(path, place) else {
        continue
      }
      // If the folder of a restricted source contains the folder of another, files of the
      // inner folder are its own.
      if let own = owner?.place, FilePath.isBelow(own, place) { continue }
      throw RuleError(
        .notGranted, "the module `\(file.name)` belongs to a source with a grant of its own",
        hint: "copy it to where it is required")
    }
  }
}
