import ArgumentParser
import Foundation
import LuaRules
import LuaRulesTools

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Finds what is wrong with rules, before they are asked.",
    discussion: """
      Looks for misspelt keys and members, values and comparisons that do not fit their \
      types, rules that can never win, rules that only their place puts in order, keys that \
      depend on themselves, and more. With a schema it finds more than without, and tries the rules \
      in contexts that the schema allows: it tells which rules fail there.

      Each finding has a code in brackets. A comment on the line of the rule hides it:

      { key = "size", value = 1 }, -- check: ignore tie

      --fix corrects what is certain and changes no answer, such as comments that can hide \
      nothing. Files of --fallback and modules are corrected, too, also behind links. With --unsafe-fixes it also corrects misspelt names and values, which does \
      change answers. The rules are checked again, and what does not help is undone.

      Exit status: 0 nothing but warnings and remarks; 1 errors were found, or warnings \
      with --strict. With --fix, of what is left.

      luarules check rules/ --schema app.schema.json
      luarules check rules/ --fix --unsafe-fixes --dry-run
      luarules check rules/ --strict --format sarif > rules.sarif
      luarules check rules/ --strict --format github
      """)

  /// The format of the findings.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, sarif, github
  }

  @OptionGroup var options: RuleArguments

  @Option(help: "How the findings are written.")
  var format = Format.text

  @Flag(help: "Ends with status 1 for warnings, too.")
  var strict = false

  @Flag(name: .customLong("fix"), help: "Corrects the files where that changes no answer.")
  var corrects = false

  @Flag(
    name: .customLong("unsafe-fixes"),
    help: "With --fix, corrects also what may change answers, such as misspelt names.")
  var includesUnsafe = false

  @Flag(
    name: .customLong("dry-run"),
    help: "With --fix, prints a diff of what would be corrected, and writes nothing.")
  var isDryRun = false

  func validate() throws {
    try options.requireRules()
    if includesUnsafe, !corrects { throw ValidationError("--unsafe-fixes wants --fix") }
    if isDryRun, !corrects { throw ValidationError("--dry-run wants --fix") }
    if isDryRun, format != .text { throw ValidationError("--dry-run has no --format") }
  }

  func run() throws {
    try withExitStatus {
      let options = try options.withRulesOfProject()
      let check = corrects ? try corrected(options) : try RuleCheck(options, endsProcess: true)
      var output = StandardOutput()
      if !isDryRun { try write(check, to: &output) }
      try output.flush()
      let isBad = check.count(of: .error) > 0 || strict && check.count(of: .warning) > 0
      return isBad ? .rulesAtFault : nil
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
      try RuleCheck(options, fileSystem: $0)
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
    modelOptions.endsProcess = endsProcess
    let levels = try options.findingLevels(in: fileSystem)
    let check: RuleCheck
    let areAllOfProject = try options.schema != nil && options.areThoseOfProject(in: fileSystem)
    do {
      check = try RuleCheck(
        sources: options.rules.map(granted.source), schema: schema,
        host: HostFunctions(placeholders: schema.hostFunctionNames),
        fallback: options.fallback.map { [granted.source($0)] }, options: modelOptions,
        areAllOfProject: areAllOfProject,
        whenRead: whenRead.map { report in { report($0.applying(levels)) } },
        isStopped: isStopped)
    } catch {
      throw Failure(error, error.code == .unreadable ? .noInput : .rulesAtFault)
    }
    self = check.applying(levels)
  }
}
