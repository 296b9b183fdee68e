import ArgumentParser
import LuaBridge
import LuaRules
import LuaRulesTools

extension RuleArguments {
  /// Returns the options, completed with the values of the project file.
  ///
  /// - Throws: ``Failure`` if there is a project file that cannot be read.
  func withProject() throws -> RuleArguments {
    warnOfOtherProjects()
    guard let path = projectPath else { return try withSchemaOfBundle() }
    return try withSchemaOfBundle().withProject(at: path).withSchemaOfBundle()
  }

  /// Returns the options; without a schema, they name the bundle among the rules
  /// that has one.
  ///
  /// - Throws: ``Failure`` if bundles have different schemas.
  private func withSchemaOfBundle() throws -> RuleArguments {
    guard schema == nil else { return self }
    var options = self
    var found: RuleBundle.File?
    for path in rules + fallback {
      // A damaged bundle is an error of loading.
      guard let bytes = RuleBundle.bytes(at: path, in: LocalFileSystem(), within: loadingBudget),
        let schema = try? RuleBundle(bytes, name: path, limits: loadingBudget).schema
      else { continue }
      if let found, found.bytes != schema.bytes {
        throw Failure(
          RuleError(
            .badSchema, "the bundles have different schemas", at: SourceLocation(file: path),
            hint: "name one with --schema"), .badData)
      }
      if found == nil { options.schema = path }
      found = schema
    }
    return options
  }

  /// The path of the project file, if there is one.
  ///
  /// The file sets the fallbacks, the grant and the budget of all rules, so it
  /// must be the user's: named, or in the working directory or above it. If
  /// exactly one source is named and has no grant, its project file is used. A
  /// project file of a source with a grant is never used.
  var projectPath: String? {
    if let project {
      let isFolder = LocalFileSystem().kind(of: project) == .folder
      return isFolder ? FilePath.join(project, ProjectFile.name) : project
    }
    let isAlone = rules.count == 1 && fallback.isEmpty && grant.isEmpty
    return ProjectFile.path(above: isAlone ? rules[0] : ".", outside: grantedFolders)
  }

  /// The folders that have a grant on the command line.
  private var grantedFolders: [String] {
    let granted = grant.map { parts(ofSetting: $0).rules }
    return (rules + fallback).filter { path in
      granted.contains { $0?.hasSameBytes(as: path) ?? true }
    }
  }

  /// Warns about a project file beside the first rules that is not used.
  private func warnOfOtherProjects() {
    let files = LocalFileSystem()
    guard project == nil, let first = rules.first, let other = ProjectFile.path(above: first),
      projectPath.map(files.resolved) != files.resolved(other)
    else { return }
    StandardError.print(
      "\(other): warning: the project file is not read: other rules, or a grant, are named "
        + "beside those that it is for [bad-project]\n  hint: name it with --project")
  }

  /// Returns the options, completed with the values of a project file.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  func withProject(
    at path: String, in files: any RuleFileSystem = LocalFileSystem()
  ) throws -> RuleArguments {
    var options = self
    if options.isFolder(of: path, in: files) { options.rules = [] }
    options.fill(from: try Self.project(at: path, in: files))
    // A project file may omit its rules.
    if options.rules.isEmpty { options.rules = rules }
    options.project = path
    return options
  }

  /// Whether the only rules that are named are the folder of a project file, and so stand for the project.
  private func isFolder(of path: String, in files: any RuleFileSystem) -> Bool {
    guard rules.count == 1, fallback.isEmpty else { return false }
    return files.resolved(rules[0]) == files.resolved(FilePath.folder(of: path))
  }

  /// Returns the gates that the project file names.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  func gatesOfProject() throws -> [ProjectGate] {
    try projectPath.map { try Self.project(at: $0).gate } ?? []
  }

  /// Returns the levels of findings that the project file sets.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  func findingLevels(in files: any RuleFileSystem = LocalFileSystem()) throws -> FindingLevels {
    try projectPath.map { try Self.project(at: $0, in: files).findings } ?? FindingLevels()
  }

  /// Returns how many of 100 rules have to win in a test, as the project file says.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  func coverageThresholdOfProject() throws -> Double? {
    try projectPath.flatMap { try Self.project(at: $0).coverageThreshold }
  }

  private static func project(
    at path: String, in files: any RuleFileSystem = LocalFileSystem()
  ) throws -> ProjectFile {
    let text = try SettingsFile(path, in: files).text(or: .badProject)
    do {
      return try ProjectFile(json: text, path: path)
    } catch {
      throw Failure(error, .badData)
    }
  }

  /// Returns the result of ``withProject()``; throws if it names no rules.
  ///
  /// - Throws: ``Failure``.
  func withRulesOfProject() throws -> RuleArguments {
    let options = try withProject()
    guard !options.rules.isEmpty else {
      throw Failure(
        RuleError(
          .unreadable, "no rules are named",
          hint: "name a file or a folder, or write `\"rules\": [\".\"]` into \(ProjectFile.name)"),
        .noInput)
    }
    return options
  }

  /// Returns the rule files and folders of the project file, including
  /// fallbacks.
  ///
  /// The rules on the command line are ignored.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  func rulesOfProject(in files: any RuleFileSystem = LocalFileSystem()) throws -> [String] {
    var options = self
    options.rules = []
    options.fallback = []
    guard let path = projectPath else { return [] }
    options = try options.withProject(at: path, in: files)
    return options.rules + options.fallback
  }

  /// Returns whether the rules, the fallbacks and the schema are those of the project file.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  func areThoseOfProject(in files: any RuleFileSystem = LocalFileSystem()) throws -> Bool {
    guard let project = try projectPath.map({ try Self.project(at: $0, in: files) }) else {
      return false
    }
    func areSame(_ left: [String], _ right: [String]) -> Bool {
      left.map(files.resolved) == right.map(files.resolved)
    }
    return areSame(rules, project.rules) && areSame(fallback, project.fallback)
      && areSame([schema ?? ""], [project.schema ?? ""])
  }

  /// Throws for a command line without rules if no project file names them.
  ///
  /// - Throws: `ValidationError`.
  func requireRules() throws {
    guard rules.isEmpty, projectPath == nil else { return }
    throw ValidationError(
      "Missing expected argument '<rules> ...', and there is no \(ProjectFile.name)")
  }

  private mutating func fill(from project: ProjectFile) {
    if rules.isEmpty { rules = project.rules }
    if fallback.isEmpty { fallback = project.fallback }
    schema = schema ?? project.schema
    host = host ?? project.host
    if grant.isEmpty, let file = project.grant { grant = [file] }
    accept = accept ?? project.accept
    unusedKeys = unusedKeys ?? project.unusedKeys
    budget.insert(BudgetLimit(project.limits), at: 0)
  }
}

extension QuestionOptions {
  /// Returns the options, completed with the values of the project file.
  func withProject() throws -> QuestionOptions {
    var options = self
    options.rules = try rules.withRulesOfProject()
    return options
  }
}
