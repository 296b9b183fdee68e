import LuaRules
import LuaRulesTools
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One test of a file `*.test.lua`, as an argument of a Swift test.
///
/// ```swift
/// @Test(arguments: LuaRuleTest.all(in: folder, schema: .app, host: functions))
/// func `the rules pass their tests`(test: LuaRuleTest) throws {
///   try test.run()
/// }
/// ```
///
/// Each test is a case of its own, with its place and name. A file that does not load, and a folder
/// without tests, are cases as well: they fail, and the other files run.
public struct LuaRuleTest: Sendable {
  /// What a case runs.
  private enum Content: Sendable {
    case test(RuleTestCase)
    /// The tests at a path cannot be loaded.
    case error(RuleError, path: String)
  }

  private let content: Content

  /// The place and the name of the test; the place begins below the folder with the tests.
  public let testDescription: String

  private init(_ test: RuleTestCase, below folders: [String]) {
    content = .test(test)
    testDescription = Self.shortened(test.description, below: folders)
  }

  private init(_ error: RuleError, path: String, below folders: [String]) {
    content = .error(error, path: path)
    testDescription = "\(Self.shortened(path, below: folders)) cannot be tested"
  }

  /// Returns a path without the folder that contains it.
  private static func shortened(_ path: String, below folders: [String]) -> String {
    let folders = folders.map { $0.hasSuffix("/") ? $0 : "\($0)/" }
    guard let folder = folders.first(where: path.hasPrefix) else { return path }
    return String(path.dropFirst(folder.count))
  }

  /// Returns all tests in a folder or a file.
  ///
  /// - Parameters:
  ///   - url: A folder, a file of tests, or a rule file with a file of tests beside it.
  ///   - schema: The declared keys.
  ///   - host: The functions that rules may call; a test may replace them.
  ///   - prepare: Sets values that Lua tables cannot express, after the values of the test.
  /// - Returns: The tests in order; at least one.
  public static func all(
    in url: URL, schema: RuleSchema = RuleSchema(), host: HostFunctions = [:],
    prepare: (@Sendable (inout RuleContext) throws -> Void)? = nil
  ) -> [LuaRuleTest] {
    var settings = RuleTestSettings(schema: schema, host: host)
    settings.prepare = prepare
    return all(in: [url.relativePath.isEmpty ? "." : url.relativePath], settings: settings)
  }

  /// Returns all tests in folders and files.
  ///
  /// - Parameters:
  ///   - paths: Folders, files of tests, and rule files with files of tests beside them.
  ///   - settings: The environment that the host provides to its rules.
  /// - Returns: The tests in order; at least one.
  public static func all(in paths: [String], settings: RuleTestSettings) -> [LuaRuleTest] {
    let tests: RuleTests
    do throws(RuleError) {
      if paths.isEmpty { throw RuleError(.unreadable, "no path to tests is given") }
      tests = try RuleTests(loading: paths, settings)
    } catch {
      let path = paths.isEmpty ? "." : paths.joined(separator: ", ")
      return [LuaRuleTest(error, path: path, below: [])]
    }
    return tests.casesOfFiles.flatMap { file in
      switch file.cases {
      case .success(let cases): cases.map { LuaRuleTest($0, below: paths) }
      case .failure(let error): [LuaRuleTest(error, path: file.path, below: paths)]
      }
    }
  }

  /// Runs the test, and records an issue for each failure, at its line in the Lua file.
  ///
  /// - Throws: What ends the Swift test as cancelled, if the test is skipped. Before Swift 6.3, a
  ///   skipped test passes.
  public func run() throws {
    switch content {
    case .test(let test): try Self.run(test)
    case .error(let error, let path):
      for error in [error] + error.others {
        var alone = error
        alone.others = []
        Self.record(alone.description, at: error.location ?? LuaRules.SourceLocation(file: path))
      }
    }
  }

  private static func run(_ test: RuleTestCase) throws {
    if let reason = test.skipped {
      #if compiler(>=6.3)
        let comment = reason.isEmpty ? nil : Comment(rawValue: reason)
        try Test.cancel(comment, sourceLocation: Testing.SourceLocation(test.location))
      #else
        return
      #endif
    }
    for failure in test.run().failures {
      let lines = [failure.message] + failure.explanation.map { "  \($0)" }
      record(lines.joined(separator: "\n"), at: failure.location)
    }
  }

  private static func record(_ text: String, at location: LuaRules.SourceLocation) {
    Issue.record(Comment(rawValue: text), sourceLocation: Testing.SourceLocation(location))
  }
}

extension LuaRuleTest: CustomTestStringConvertible, CustomTestArgumentEncodable {
  /// Encodes what identifies the test in reports.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    try testDescription.encode(to: encoder)
  }
}
