import ArgumentParser
import LuaRules
import LuaRulesTools

extension RuleOptions {
  /// Returns the options with what the project file says, where no flag says it.
  ///
  /// It is looked for in the folder of the first rules, or where the command
  /// runs, and above.
  ///
  /// - Throws: ``Failure`` when there is one that cannot be read.
  func withProject() throws -> RuleOptions {
    guard let path = ProjectFile.path(above: rules.first ?? ".") else { return self }
    return try withProject(at: path)
  }

  /// Returns the options with what a project file says, where no flag says it.
  ///
  /// - Throws: ``Failure`` when it cannot be read.
  func withProject(at path: String) throws -> RuleOptions {
    var options = self
    let text = try InputFile(path).text(or: .badProject)
    do {
      options.fill(from: try ProjectFile(json: text, path: path))
    } catch {
      throw Failure(error, .badData)
    }
    return options
  }

  /// Returns what ``withProject()`` does, where that names rules.
  ///
  /// - Throws: ``Failure``.
  func withRulesOfProject() throws -> RuleOptions {
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

  /// Returns the rule files and folders that the project file names, those of fallbacks too;
  /// also where the command line names others.
  ///
  /// - Throws: ``Failure`` when it cannot be read.
  func rulesOfProject() throws -> [String] {
    var options = self
    options.rules = []
    options.fallback = []
    guard let path = ProjectFile.path(above: rules.first ?? ".") else { return [] }
    options = try options.withProject(at: path)
    return options.rules + options.fallback
  }

  /// Refuses a command line without rules, where no project file names them.
  ///
  /// - Throws: `ValidationError`.
  func requireRules() throws {
    guard rules.isEmpty, ProjectFile.path(above: ".") == nil else { return }
    throw ValidationError(
      "Missing expected argument '<rules> ...', and there is no \(ProjectFile.name)")
  }

  /// Tells of folders that are named and have no rule files; others may have been meant.
  func warnOfEmptyFolders() {
    for path in rules where RuleSource(path: path).isEmptyFolder(in: LocalFileSystem()) {
      StandardError.print(
        "\(path): warning: the folder has no rule files [no-rules]\n"
          + "  hint: \(RuleSource.fileNamesHint)")
    }
  }

  private mutating func fill(from project: ProjectFile) {
    if rules.isEmpty { rules = project.rules }
    if fallback.isEmpty { fallback = project.fallback }
    schema = schema ?? project.schema
    host = host ?? project.host
    if grant.isEmpty, let file = project.grant { grant = [file] }
    accept = accept ?? project.accept
    let limits = project.limits
    maxInstructions = maxInstructions ?? limits.instructions
    maxTime = maxTime ?? limits.time
    maxMemory = maxMemory ?? limits.memory
    maxDepth = maxDepth ?? limits.depth
    maxValueNodes = maxValueNodes ?? limits.valueNodes
    maxValueBytes = maxValueBytes ?? limits.valueBytes
    maxValueDepth = maxValueDepth ?? limits.valueDepth
    maxFile = maxFile ?? limits.file
    maxFiles = maxFiles ?? limits.files
  }
}

extension QuestionOptions {
  /// Returns the options with what the project file says, where no flag says it.
  func withProject() throws -> QuestionOptions {
    var options = self
    options.rules = try rules.withRulesOfProject()
    return options
  }
}
