import ArgumentParser
import Foundation
import LuaRules
import LuaRulesTools

struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the tests of rules.",
    usage: "luarules test [<path> …] [<options>]",
    discussion: """
      Tests are in files named *.test.lua: todo.test.lua tests todo.lua beside it. A path is a \
      folder, a test file, or a rule file with a test file beside it. Without a path, run all tests in \
      the folder of luarules.json and below. A test file returns a list of tests:

      return {
        { "high priority is red",
          context = { todo = { priority = "high" } },
          expect = { fancyColor = "red" } },
        { "a misspelled key", errors = { fancyColour = "unknown-key" } },
      }

      Exit status: 0 all tests passed; 1 a test failed, a file does not load, or too few rules won in a \
      test.

      luarules test rules/
      luarules test rules/todo.lua --filter priority
      luarules test rules/ --schema app.schema.json --host host.lua
      luarules test rules/ --format junit > tests.xml
      luarules test rules/ --coverage-format lcov --coverage-file rules.info
      luarules test rules/ --coverage-threshold 80
      luarules test rules/ --mutate
      """)

  /// The format of the report.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, junit, github
  }

  /// The format of the coverage.
  enum CoverageFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json, lcov
  }

  @OptionGroup(title: "Rule options") var options: RuleArguments

  @Option(
    help: ArgumentHelp(
      "Run only tests whose names contain this text, ignoring case; may be repeated.",
      valueName: "text"))
  var filter: [String] = []

  @Option(help: "The format of the report.")
  var format = Format.text

  @Flag(
    help: "Report rules that no test reaches, and conditions that were only true or only false.")
  var coverage = false

  @Option(help: "The format of the coverage; text by default.")
  var coverageFormat: CoverageFormat?

  @Option(
    help: ArgumentHelp(
      "The file for the coverage, instead of printing it after the report.", valueName: "file")
  )
  var coverageFile: String?

  @Option(
    help: ArgumentHelp(
      "Fail if fewer than this percentage of rules win in a test, and name them. By default the "
        + "coverageThreshold of luarules.json, unless --filter leaves tests out.",
      valueName: "percent"))
  var coverageThreshold: Double?

  @Flag(
    help:
      "Change the rules in small ways, one at a time, and list the changes that no test notices.")
  var mutate = false

  @Option(
    help: ArgumentHelp("How long to try changes; 60 by default.", valueName: "seconds"))
  var mutateTime = 60.0

  @Flag(help: "Run the tests again whenever a file changes, until Ctrl-C.")
  var watch = false

  func validate() throws {
    try options.requireRules()
    guard mutateTime > 0, mutateTime <= 86_400 else {
      throw ValidationError(
        "--mutate-time takes seconds, more than 0 and at most 86400, not \(mutateTime)")
    }
    if let coverageThreshold, !(0...100).contains(coverageThreshold) {
      throw ValidationError(
        "--coverage-threshold takes a number from 0 to 100, not \(coverageThreshold)")
    }
    let isForServers = format == .junit || format == .github
    if isForServers, mutate {
      throw ValidationError("--mutate has no --format \(format.rawValue)")
    }
    if format != .text, coverageFile == nil, let coverageFormat,
      !(format == .json && coverageFormat == .json)
    {
      throw ValidationError(
        "--coverage-format \(coverageFormat.rawValue) with --format \(format.rawValue) needs a "
          + "--coverage-file")
    }
    if isForServers, wantsCoverage, coverageFile == nil {
      throw ValidationError("--coverage with --format \(format.rawValue) needs a --coverage-file")
    }
  }

  func run() throws {
    try withExitStatus {
      guard watch else { return try runOnce(in: LocalFileSystem()) }
      return try runAgainAndAgain()
    }
  }

  private var wantsCoverage: Bool { coverage || coverageFormat != nil || coverageFile != nil }

  /// Runs the tests once, and prints the results.
  private func runOnce(in fileSystem: any RuleFileSystem) throws -> Failure.Status? {
    let settings = try RuleTestSettings(options.withProject(), of: options, in: fileSystem)
    let tests: RuleTests
    do {
      tests = try RuleTests(loading: paths, settings)
    } catch {
      throw Failure(error, error.code == .unreadable ? .noInput : .rulesAtFault)
    }
    let threshold =
      try coverageThreshold ?? (filter.isEmpty ? options.coverageThresholdOfProject() : nil)
    let run = tests.run(matching: filter, wantsCoverage: wantsCoverage || threshold != nil)
    if run.files.isEmpty {
      throw Failure(
        RuleError(.noRules, "no test has \(filter.joined(separator: " or ")) in its name"),
        .rulesAtFault)
    }
    let mutation = mutate ? try mutation(of: tests) : nil
    var output = StandardOutput()
    switch format {
    case .json: try output.print(run.json(mutation: mutation))
    case .junit: try output.print(run.junit)
    case .github: try output.print(run.githubAnnotations)
    case .text:
      try output.print(run.text)
      if let coverage = run.coverage, wantsCoverage, coverageFile == nil {
        try output.print("\n" + text(of: coverage))
      }
      if let mutation { try output.print("\n" + mutation.text) }
    }
    let shortfall = threshold.flatMap { run.coverage?.shortfall(of: $0) }
    if format == .github, let threshold,
      let annotation = run.coverage?.githubAnnotation(ofShortfallOf: threshold)
    {
      try output.print(annotation)
    }
    try output.flush()
    if let coverage = run.coverage, let coverageFile {
      try write(text(of: coverage) + "\n", to: coverageFile)
    }
    if let shortfall {
      if format != .github { StandardError.print(shortfall) }
      return .rulesAtFault
    }
    return run.counts.isGood ? nil : .rulesAtFault
  }

  /// The paths to test: without arguments, the folder of the project file.
  private var paths: [String] {
    if !options.rules.isEmpty { return options.rules }
    return [options.projectPath.map(FilePath.folder(of:)) ?? "."]
  }

  // MARK: Coverage and changes

  private func text(of coverage: RuleCoverage) -> String {
    switch coverageFormat ?? .text {
    case .text: coverage.text
    case .json: coverage.json
    case .lcov: coverage.lcov
    }
  }

  private func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(filePath: path))
    } catch {
      throw Failure(
        RuleError(.unwritable, "the file cannot be written", at: SourceLocation(file: path)),
        .noOutput)
    }
  }

  private func mutation(of tests: RuleTests) throws -> RuleMutation {
    let progress = Progress()
    defer { progress.clear() }
    do {
      return try tests.mutate(matching: filter, timeLimit: .seconds(mutateTime)) { done, count in
        progress.show("change \(done) of \(count)")
      }
    } catch let error as RuleError {
      throw Failure(error, .rulesAtFault)
    }
  }

  // MARK: Watching

  private func runAgainAndAgain() throws -> Failure.Status? {
    let wakeUp = WakeUp()
    let watch = LocalFileSystem().watch { wakeUp.ring() }
    let signals = EndSignals { wakeUp.end() }
    defer { withExtendedLifetime((signals, watch)) {} }
    OutputReader.onLeaving { wakeUp.end() }
    repeat {
      let files = RecordingFileSystem(LocalFileSystem())
      let inputs = inputs
      let texts = inputs.map { try? $0.read() }
      do {
        _ = try runOnce(in: files)
      } catch let failure as Failure {
        if failure.status == .noOutput { return OutputReader.isGone ? nil : .noOutput }
        StandardError.print(failure.error)
      }
      watch.watch(inputs.reduce(into: files.places) { $0.formUnion($1.places) })
      // A file may have changed after it was read and before it was watched.
      wakeUp.ring()
      // Other changes in the folders are ignored, because they may be the output of this
      // command.
      repeat {
        guard wakeUp.wait() else { return nil }
      } while files.isUnchanged(limit: options.loadingBudget.fileSize)
        && inputs.map { try? $0.read() } == texts
    } while true
  }

  /// The schema and the project file, if there are any.
  private var inputs: [WatchedText] {
    let whole = options.projectPath.flatMap { try? options.withProject(at: $0) } ?? options
    return [(whole.schema, RuleError.Code.badSchema), (options.projectPath, .badProject)].compactMap
    { path, code in
      path.map { WatchedText($0, or: code) }
    }
  }
}

extension RuleTestSettings {
  /// Creates the settings of options.
  ///
  /// - Parameters:
  ///   - options: The options, completed with those of the project file.
  ///   - given: The options as they were given.
  ///   - fileSystem: Where tests and rules are read.
  /// - Throws: ``Failure``.
  init(
    _ options: RuleArguments, of given: RuleArguments, in fileSystem: any RuleFileSystem
  ) throws {
    let schema = try RuleSchema(contentsOf: options.schema, in: fileSystem)
    self.init(schema: schema, host: HostFunctions(placeholders: schema.hostFunctionNames))
    hostStubs = options.host
    fallback = options.fallback
    ruleFolders = try given.rulesOfProject(in: fileSystem)
    unusedKeys = options.unusedKeys ?? .standard
    budget = options.answerBudget
    loadingBudget = options.loadingBudget
    self.fileSystem = fileSystem
  }
}
