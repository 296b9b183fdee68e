extension ArchivedGeneration {
  /// Makes files again, with modules that are found among what was kept.
  ///
  /// What is checked when it comes from the sources is checked when it comes
  /// from the store; who writes there cannot bring in what the check refuses.
  ///
  /// - Parameters:
  ///   - sources: The sources as they are now.
  ///   - options: With the source of stand-ins, and the limits.
  /// - Returns: The files, and the stand-ins for host functions.
  /// - Throws: ``RuleError`` when something does not stand the check.
  func files(
    for sources: [RuleSource], options: LiveRuleOptions
  ) throws(RuleError) -> (files: [SourceFile], hostStubs: SourceFile?) {
    let library = ArchivedModules(
      Dictionary(modules.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first }))
    var owners = KeptOwners(sources, in: options.fileSystem)
    var found: [SourceFile] = []
    // Closures are not stored; so rules in Swift are those that the program has now.
    var lists = sources.enumerated().compactMap { place, source in
      source.swiftRules.map { (place: place, list: $0) }
    }[...]
    func addLists(before place: Int) throws(RuleError) {
      while let next = lists.first, next.place < place {
        found.append(try next.list.file(within: options.loadingBudget))
        lists.removeFirst()
      }
    }
    for file in files where !sources.wereInSwift(file) {
      if let place = owners.place(of: file) { try addLists(before: place) }
      let owner = try owners.owner(of: file)
      found += try library.sourceFiles(
        file, of: owner, for: sources, within: options.loadingBudget)
    }
    try addLists(before: sources.count)
    let checked = files.filter { $0.verified != nil }.map(\.name)
    for source in sources where source.verifier != nil {
      guard let path = source.path, checked.contains(path) else { throw Self.unchecked }
    }
    // Stand-ins that nobody asks for are not brought in by the store.
    guard let source = options.hostStubs else { return (found, nil) }
    let hostStubs = try self.hostStubs.map { (file) throws(RuleError) in
      try library.sourceFiles(file, of: nil, for: [source], within: options.loadingBudget)
    }
    if hostStubs == nil, source.verifier != nil { throw Self.unchecked }
    return (found, hostStubs?.first)
  }

  fileprivate static var unchecked: RuleError {
    RuleError(.untrusted, "the stored generation is not what the sources have to be")
  }
}

extension [RuleSource] {
  /// Whether a kept file has rules that were written in Swift, and not another source's.
  fileprivate func wereInSwift(_ file: ArchivedFile) -> Bool {
    SwiftRuleList.isName(file.name)
      && !contains { $0.swiftRules == nil && $0.covers(fileNamed: file.name) }
  }
}

extension ArchivedModules {
  /// Returns a kept file, or the files of a kept folder, checked again.
  fileprivate func sourceFiles(
    _ file: ArchivedFile, of owner: GrantedSource?, for sources: [RuleSource],
    within limits: Budget
  ) throws(RuleError) -> [SourceFile] {
    guard let set = file.verified else {
      // Whoever checks all sources accepts no file that nobody checks.
      let isOpen = sources.contains { $0.verifier == nil && $0.swiftRules == nil }
      guard sources.isEmpty || isOpen else {
        throw ArchivedGeneration.unchecked
      }
      return [sourceFile(file, of: owner)]
    }
    guard let source = sources.first(where: { $0.path == file.name }) else {
      throw ArchivedGeneration.unchecked
    }
    let files = VerifiedFiles(root: file.name, contents: set.mapValues(Array.init))
    return try source.files(in: files, within: limits).map { file in
      var file = file
      file.owner = owner
      return file
    }
  }
}
