import LuaRules
import LuaRulesTools

/// Runs or explains rule tests with the texts of an editor.
struct TestCommand: Sendable {
  /// A test file, or a rule file with tests beside it.
  let path: String
  let project: ServerProject
  let texts: [String: String]
  /// The key to explain.
  let key: String?
  /// The name of the test that is run, or whose context is used.
  let test: String?

  /// Runs the tests of the file, or those with the name.
  func results(_ options: RuleArguments) -> String {
    text {
      let tests = try tests(below: [path], options)
      return (test.map { tests.run(named: $0) } ?? tests.run()).text
    }
  }

  /// Explains the key in the context of the test.
  func explanation(_ options: RuleArguments) -> String {
    text {
      let options = try project.options(options, in: fileSystem)
      let tests = try self.tests(below: project.testPaths(options), options)
      guard let key, let found = tests.cases.first(where: { $0.name == test }) else {
        return "there is no such test"
      }
      return try found.explanation(of: key)
    }
  }

  private var fileSystem: BufferedFileSystem { BufferedFileSystem(texts: texts) }

  private func tests(below paths: [String], _ options: RuleArguments) throws -> RuleTests {
    let fileSystem = fileSystem
    let options = try project.options(options, in: fileSystem)
    var settings = try RuleTestSettings(options, of: options, in: fileSystem)
    settings.ruleFolders = options.rules + options.fallback
    return try RuleTests(loading: paths, settings)
  }

  private func text(_ body: () throws -> String) -> String {
    do {
      return try body()
    } catch let failure as Failure {
      return failure.error.description
    } catch {
      return "\(error)"
    }
  }
}
