import LuaRules

// What an editor needs of rule tests.

extension RuleTests {
  /// Returns the paths of the test files at and below some paths, perhaps none.
  package static func files(
    below paths: [String], in fileSystem: any RuleFileSystem
  ) -> [String] {
    var finder = RuleTestFinder(fileSystem)
    for path in paths {
      // A folder that cannot be read has no tests to show.
      try? finder.findIfAny(path)
    }
    return finder.files.map(\.path)
  }
}

extension RuleTestCase {
  /// Explains a key in the context of the test.
  ///
  /// - Throws: `RuleError` if the context cannot be made, or what `prepare` throws.
  package func explanation(of key: String) throws -> String {
    var context = RuleContext(model)
    for value in test.values { try context.setValue(value.value, for: value.name) }
    try prepare(&context)
    return context.explain(at: key).text()
  }
}

extension RuleCheck {
  /// Returns the name of a checked file by its whole path; `nil` if it was not checked.
  package func name(ofFile path: String) -> String? {
    files.contains(path) ? path : files.first { EditedProject.absolute($0) == path }
  }
}

extension RuleTests {
  /// Runs the tests with a whole name, and those of a group with it.
  package func run(named name: String) -> RuleTestRun {
    let files = run(matching: [name]).files.compactMap { file -> RuleTestRun.File? in
      guard case .success(let results) = file.content else { return file }
      let own = results.filter { $0.name == name || $0.name.hasPrefix("\(name) › ") }
      return own.isEmpty ? nil : RuleTestRun.File(path: file.path, content: .success(own))
    }
    return RuleTestRun(files: files)
  }
}
