import LuaRules

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The tests of files `*.test.lua`, with the rules that they test.
///
/// `LuaRuleTest` of the module `LuaRulesTesting` runs them as cases of a test of Swift Testing. Other
/// test libraries run them in a loop:
///
/// ```swift
/// for test in try RuleTests(contentsOf: rules, schema: .app, host: .app).cases {
///   for failure in test.run().failures { XCTFail("\(failure)") }
/// }
/// ```
public struct RuleTests: Sendable {
  /// The files, in order: the loaded tests, or the error.
  let files: [(path: String, content: Result<LoadedRuleTests, RuleError>)]

  /// Finds the tests for paths, and keeps the errors of files that do not load.
  ///
  /// - Throws: `RuleError` for a path that is missing, or has no tests.
  package init(loading paths: [String], _ settings: RuleTestSettings) throws(RuleError) {
    var finder = RuleTestFinder(settings.fileSystem, ruleFolders: settings.ruleFolders)
    var places: [(place: RuleTestFinder.Place, settings: RuleTestSettings)] = []
    for path in paths {
      if let bundle = try settings.bundle(at: path) {
        let settings = settings.inside(bundle)
        var finder = RuleTestFinder(settings.fileSystem, ruleFolders: settings.ruleFolders)
        try finder.find(bundle.root)
        places += finder.files.map { ($0, settings) }
      } else {
        let count = finder.files.count
        try finder.find(path)
        places += finder.files[count...].map { ($0, settings) }
      }
    }
    var models = TestedModels()
    files = places.map { place, settings in
      (
        place.path,
        Result { () throws(RuleError) in try LoadedRuleTests(place, settings, &models) }
      )
    }
  }

  /// Loads the tests for paths, and the rules that they test.
  ///
  /// - Parameters:
  ///   - paths: Folders, bundles, test files, and rule files with test files
  ///     beside them.
  ///   - settings: The environment that the host provides to its rules.
  /// - Throws: `RuleError` for the first file that does not load, with those
  ///   of further ones in `RuleError.others`.
  public init(paths: [String], settings: RuleTestSettings) throws(RuleError) {
    try self.init(loading: paths, settings)
    let errors = files.compactMap { file in
      if case .failure(let error) = file.content { error } else { nil }
    }
    guard var error = errors.first else { return }
    error.others += errors.dropFirst().flatMap { [$0] + $0.others }
    throw error
  }

  /// Loads the tests in a folder or a file; see ``init(paths:settings:)``.
  public init(
    contentsOf url: URL, schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    prepare: (@Sendable (inout RuleContext) throws -> Void)? = nil
  ) throws(RuleError) {
    var settings = RuleTestSettings(schema: schema, host: host)
    settings.prepare = prepare
    try self.init(paths: [url.relativePath.isEmpty ? "." : url.relativePath], settings: settings)
  }

  /// The tests of all files that were loaded, in order.
  public var cases: [RuleTestCase] {
    casesOfFiles.flatMap { (try? $0.cases.get()) ?? [] }
  }

  /// The tests of each file, or the error that stopped loading it, in order.
  package var casesOfFiles: [(path: String, cases: Result<[RuleTestCase], RuleError>)] {
    files.map { file in
      (
        file.path,
        file.content.map { loaded in loaded.file.tests.map { RuleTestCase($0, of: loaded) } }
      )
    }
  }
}
