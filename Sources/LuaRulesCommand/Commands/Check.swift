import ArgumentParser
import Foundation
import LuaRules
import LuaRulesTools

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find mistakes in rules before they run, and correct them.",
    discussion: """
      Report misspelled keys and members, values of the wrong type, rules that can never win, keys that \
      depend on themselves, and more. With a schema, also try the rules in contexts that it allows.

      Each finding has a code in brackets. A comment on the line of the rule hides it:
      { key = "size", value = 1 }, -- check: ignore tie

      Exit status: 0 no errors; 1 errors, or warnings with --strict.

      luarules check rules/ --schema app.schema.json
      luarules check rules/ --fix --unsafe-fixes --dry-run
      luarules check rules/ --strict --format sarif > rules.sarif
      """)

  /// The format of the findings.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, sarif, github
  }

  @OptionGroup(title: "Rule options") var options: RuleArguments

  @Option(help: "The format of the findings.")
  var format = Format.text

  @Flag(help: "Exit with status 1 for warnings, too.")
  var strict = false

  @Option(
    help: "Report only these codes, such as tie,unused-local.",
    transform: FindingCodes.init)
  var select: FindingCodes?

  @Option(help: "Do not report these codes.", transform: FindingCodes.init)
  var ignore: FindingCodes?

  @Flag(name: .customLong("list"), help: "List all codes, and check nothing.")
  var listsCodes = false

  @Option(
    help: "Explain a code, and check nothing.", transform: FindingCodes.code)
  var explain: RuleFinding.Code?

  @Flag(name: .customLong("fix"), help: "Correct the files where that changes no answer.")
  var corrects = false

  @Flag(
    name: .customLong("unsafe-fixes"),
    help: "With --fix, also correct what may change answers, such as misspelled names.")
  var includesUnsafe = false

  @Flag(
    name: .customLong("dry-run"),
    help: "With --fix, print a diff and write nothing.")
  var isDryRun = false

  func validate() throws {
    if listsCodes || explain != nil { return }
    try options.requireRules()
    if includesUnsafe, !corrects { throw ValidationError("--unsafe-fixes needs --fix") }
    if isDryRun, !corrects { throw ValidationError("--dry-run needs --fix") }
    if isDryRun, format != .text { throw ValidationError("--dry-run has no --format") }
  }

  func run() throws {
    try withExitStatus {
      var output = StandardOutput()
      if listsCodes || explain != nil {
        try output.print(explain?.explanation ?? RuleFinding.Code.list)
        try output.flush()
        return nil
      }
      let options = try options.withRulesOfProject()
      let check =
        corrects ? try corrected(options) : told(of: try RuleCheck(options, endsProcess: true))
      if !isDryRun { try write(check, to: &output) }
      try output.flush()
      let isBad = check.count(of: .error) > 0 || strict && check.count(of: .warning) > 0
      return isBad ? .rulesAtFault : nil
    }
  }

  /// Returns a check with the findings that the options ask for.
  private func told(of check: RuleCheck) -> RuleCheck {
    check.telling { code in
      select?.codes.contains(code) != false && ignore?.codes.contains(code) != true
    }
  }

  private func write(_ check: RuleCheck, to output: inout StandardOutput) throws {
    switch format {
    case .text:
      try output.write(check.text)
      if let hint = correctionHint(check) { try output.print(hint) }
    case .json: try output.print(check.json)
    case .sarif: try output.print(check.sarif)
    case .github: try output.write(check.githubAnnotations)
    }
  }

  // MARK: Correcting

  /// How many findings could be corrected; `nil` after a correction, or if there
  /// are none.
  private func correctionHint(_ check: RuleCheck) -> String? {
    let files = LocalFileSystem()
    // A file in a bundle has a path, too, but cannot be written.
    let corrections = check.findings.compactMap { finding in
      files.kind(of: finding.location.file) == .regular ? finding.correction : nil
    }
    guard !corrects, !corrections.isEmpty else { return nil }
    let safe = corrections.count { $0.isSafe }
    let unsafe = corrections.count - safe
    return switch (safe, unsafe) {
    case (_, 0): "\(safe) can be corrected by --fix"
    case (0, _): "\(unsafe) can be corrected by --fix --unsafe-fixes"
    default: "\(safe) can be corrected by --fix, \(unsafe) more by --fix --unsafe-fixes"
    }
  }

  /// Corrects the files, or prints what would change; returns the check of the
  /// result.
  private func corrected(_ options: RuleArguments) throws -> RuleCheck {
    let corrections = try RuleCorrections(includingUnsafe: includesUnsafe, in: LocalFileSystem()) {
      told(of: try RuleCheck(options, fileSystem: $0))
    }
    for refusal in corrections.refused {
      StandardError.print(
        "\(refusal.finding.location): not corrected: \(refusal.finding.message): \(refusal.reason)")
    }
    let files = corrections.files
    if isDryRun {
      var output = StandardOutput()
      for file in files { try output.write(file.diff) }
      try output.flush()
      if files.isEmpty { StandardError.print("nothing can be corrected") }
      return corrections.check
    }
    for file in files {
      try CorrectedFile(path: file.path, original: file.original).replace(with: file.corrected)
    }
    if !files.isEmpty {
      let count = corrections.corrected.count
      StandardError.print(
        "corrected \(count) finding\(count == 1 ? "" : "s") in "
          + "\(files.count) file\(files.count == 1 ? "" : "s")")
    }
    return corrections.check
  }
}

extension RuleCheck {
  /// Checks the rules of the options.
  ///
  /// `whenRead` is called with what single rules show, before they are compared and tried. If the
  /// process ends after the check, nothing is freed. As soon as `isStopped` returns `true`, the check
  /// throws.
  ///
  /// - Throws: ``Failure``.
  init(
    _ options: RuleArguments, fileSystem: any RuleFileSystem = LocalFileSystem(),
    endsProcess: Bool = false, whenRead: ((RuleCheck) -> Void)? = nil,
    isStopped: @escaping () -> Bool = { false }
  ) throws {
    let schema = try RuleSchema(contentsOf: options.schema, in: fileSystem)
    let granted = try GrantedRules(options, in: fileSystem)
    var modelOptions = options.modelOptions
    modelOptions.fileSystem = fileSystem
    let levels = try options.findingLevels(in: fileSystem)
    let check: RuleCheck
    let areAllOfProject = try options.schema != nil && options.areThoseOfProject(in: fileSystem)
    do {
      check = try RuleCheck(
        sources: options.rules.map(granted.source), schema: schema,
        host: HostFunctions(placeholders: schema.hostFunctionNames),
        fallback: options.fallback.map { [granted.source($0)] }, options: modelOptions,
        areAllOfProject: areAllOfProject, endsProcess: endsProcess,
        whenRead: whenRead.map { report in { report($0.applying(levels)) } },
        isStopped: isStopped)
    } catch {
      throw Failure(error, error.code == .unreadable ? .noInput : .rulesAtFault)
    }
    self = check.applying(levels)
  }
}
