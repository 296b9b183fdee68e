extension ArchivedGeneration {
  /// Makes rule files from the archived files; `require` finds the archived modules.
  ///
  /// Files from the archive are checked in the same way as files from the sources. So someone who
  /// can write to the archive cannot bring in files that the check refuses.
  ///
  /// - Parameters:
  ///   - sources: The current sources.
  ///   - options: The options with the source of host stubs and the limits.
  /// - Returns: The files, and the host stubs.
  /// - Throws: ``RuleError`` when a check fails.
  func files(
    for sources: [RuleSource], options: RuleOptions
  ) throws(RuleError) -> (files: [SourceFile], hostStubs: SourceFile?) {
    let library = ArchivedModules(
      Dictionary(modules.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first }))
    var owners = KeptOwners(sources, in: options.fileSystem)
    var found: [SourceFile] = []
    // Closures are not archived, so rules in Swift come from the current sources.
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
    let checked = files.filter { $0.verified != nil || $0.isBundle == true }.map(\.name)
    for source in sources where source.verifier != nil {
      guard let name = source.signedName, checked.contains(name) else { throw Self.unchecked }
    }
    // Without a source of host stubs in the options, archived stubs are ignored.
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

extension RuleSource {
  /// The name under which the archive has the signed files of the source.
  fileprivate var signedName: String? {
    if case .bundle(_, let name) = content { return name }
    return path
  }
}

extension [RuleSource] {
  /// Whether an archived file holds rules that were written in Swift, and
  /// belongs to no other source.
  fileprivate func wereInSwift(_ file: ArchivedFile) -> Bool {
    SwiftRuleList.isName(file.name)
      && !contains { $0.swiftRules == nil && $0.covers(fileNamed: file.name) }
  }
}

extension ArchivedModules {
  /// Returns an archived file, or the files of an archived folder after a new check.
  fileprivate func sourceFiles(
    _ file: ArchivedFile, of owner: GrantedSource?, for sources: [RuleSource],
    within limits: Budget
  ) throws(RuleError) -> [SourceFile] {
    if file.isBundle == true {
      return try bundleFiles(file, of: owner, for: sources, within: limits)
    }
    guard let set = file.verified else {
      // If all sources are checked, a file without a check is refused.
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

  /// Returns the files of an archived bundle.
  ///
  /// A bundle of a source that has to be signed is verified again. If all
  /// sources have to be, a bundle of another name is refused.
  private func bundleFiles(
    _ file: ArchivedFile, of owner: GrantedSource?, for sources: [RuleSource],
    within limits: Budget
  ) throws(RuleError) -> [SourceFile] {
    let named = sources.filter { $0.signedName == file.name }
    let source = named.first { $0.verifier != nil } ?? named.first
    let isOpen = sources.contains { $0.verifier == nil && $0.swiftRules == nil }
    guard source != nil || sources.isEmpty || isOpen else { throw ArchivedGeneration.unchecked }
    let files = try VerifiedFiles(
      bundle: Array(file.bytes), named: file.name, at: nil, verifier: source?.verifier,
      within: limits)
    return try FolderReader(root: files.root, owner: owner, fileSystem: files, limits: limits)
      .files()
  }
}
