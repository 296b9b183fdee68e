import Foundation
import LuaRules
import LuaRulesTools

// The texts of the editor, and when they are checked.

extension LanguageServer {
  /// Above this duration of a check the edited file is checked alone first.
  static let longCheck = Duration.milliseconds(60)

  mutating func documentNotified(_ method: String, _ parameters: JSONValue) {
    let document = parameters["textDocument"]
    guard let uri = document?["uri"]?.string, let path = Self.path(ofURI: uri) else {
      switch method {
      case "initialized": for root in roots { checkRoot(root) }
      case "workspace/didChangeWorkspaceFolders": changeRoots(parameters["event"])
      case "workspace/didChangeWatchedFiles": checkProjects(ofChanged: parameters)
      default: break
      }
      return
    }
    switch method {
    case "textDocument/didOpen":
      guard let text = document?["text"]?.string else { return }
      addresses[path] = uri
      set(text, for: path, document)
    case "textDocument/didChange":
      guard var text = texts[path] else { return }
      for change in parameters["contentChanges"]?.elements ?? [] {
        text = Self.applying(change, to: text, in: encoding)
      }
      set(text, for: path, document)
    case "textDocument/didClose":
      texts[path] = nil
      versions[path] = nil
      revision += 1
      revisions[path] = revision
    case "textDocument/didSave": break
    default: return
    }
    // The check of the whole project follows the one of the file.
    if method == "textDocument/didChange", checkAlone(path) { return }
    check(path)
  }

  /// Asks the editor to tell when files change that are not open in it, as a change of branches does.
  func watchFiles() {
    let watching = editor["workspace"]?["didChangeWatchedFiles"]
    guard watching?["dynamicRegistration"] == .boolean(true) else { return }
    watch(["**/*.lua", "**/\(ProjectFile.name)"], id: "files")
  }

  /// Asks the editor to watch the settings that a project names, such as its schema.
  ///
  /// Other files are not watched: programs write much below the folder of a project.
  mutating func watchSettings(of report: CheckWorker.Report) {
    let watching = editor["workspace"]?["didChangeWatchedFiles"]
    guard watching?["dynamicRegistration"] == .boolean(true) else { return }
    let own = report.project.settingsPath
    let names = report.settings.filter { $0 != own && watched.insert($0).inserted }.map { path in
      "**/" + String(path.dropFirst(FilePath.folder(of: path).utf8.count).drop { $0 == "/" })
    }
    if !names.isEmpty { watch(names, id: "settings-\(watched.count)") }
  }

  private func watch(_ patterns: [String], id: String) {
    let watchers = patterns.map { JSONValue.object(["globPattern": .string($0)]) }
    let registration: JSONValue = .object([
      "id": .string(id), "method": .string("workspace/didChangeWatchedFiles"),
      "registerOptions": .object(["watchers": .array(watchers)]),
    ])
    events.push(
      .message(
        .object([
          "jsonrpc": .string("2.0"), "id": .string("watch-\(id)"),
          "method": .string("client/registerCapability"),
          "params": .object(["registrations": .array([registration])]),
        ])))
  }

  /// Checks the projects that files belong to which another program has changed.
  private func checkProjects(ofChanged parameters: JSONValue) {
    let paths = (parameters["changes"]?.elements ?? []).compactMap {
      $0["uri"]?.string.flatMap(Self.path(ofURI:))
    }
    let open = texts.keys.map { ServerProject(of: $0, options) }
    let rootProjects = roots.map {
      ServerProject(of: FilePath.join($0, ProjectFile.name), options)
    }
    let known = Set(open).union(projects.keys).union(rootProjects)
    for project in known {
      let disk = projects[project]?.latest?.disk
      let isConcerned = paths.contains { path in
        disk?.concerns(path) == true || project.settingsPath == path
          || projects[project]?.settings.contains(path) == true
          || disk == nil && project == ServerProject(of: path, options)
      }
      // A test may lie beside the folders of the rules.
      let hasTest = paths.contains {
        $0.hasSuffix(".test.lua") && project == ServerProject(of: $0, options)
      }
      // The editor itself has saved the files that are open.
      let hasNewFiles = paths.contains { texts[$0] == nil }
      if isConcerned || hasTest { add(project, canWait: true, hasNewFiles: hasNewFiles) }
    }
  }

  private mutating func set(_ text: String, for path: String, _ document: JSONValue?) {
    versions[path] = document?["version"]?.integer
    texts[path] = text
    revision += 1
    revisions[path] = revision
  }

  /// Returns a text after a change of a part, or of all of it.
  private static func applying(
    _ change: JSONValue, to text: String, in encoding: PositionEncoding
  ) -> String {
    guard let new = change["text"]?.string else { return text }
    guard let range = change["range"], range != .null else { return new }
    guard let start = Self.position(range["start"]), let end = Self.position(range["end"]) else {
      return text
    }
    // An editor that counts UTF-16 units may replace half of a character.
    let text = [start, end].reduce(text) { text, position in
      encoding == .utf16 ? TextPositions.dividing(text, at: position) : text
    }
    let lines = TextPositions(Array(text.utf8))
    let first = lines.offset(of: start, in: encoding)
    let last = lines.offset(of: end, in: encoding)
    return EditedFile.replacing(min(first, last)..<max(first, last), of: text, with: new)
  }

  static func position(_ value: JSONValue?) -> EditedFile.Position? {
    guard let line = value?["line"]?.integer, let character = value?["character"]?.integer,
      line >= 0, character >= 0
    else { return nil }
    // Far beyond any text, and far from where numbers of this machine end.
    let most = Int(Int32.max)
    return EditedFile.Position(line: min(line, most), character: min(character, most))
  }

  // MARK: Checking

  func check(_ path: String, canWait: Bool = false) {
    add(ServerProject(of: path, options), canWait: canWait)
  }

  private func add(_ project: ServerProject, canWait: Bool, hasNewFiles: Bool = false) {
    worker.add(
      CheckWorker.Job(
        project: project, texts: texts, versions: versions, revision: revision,
        canWait: canWait, hasNewFiles: hasNewFiles))
  }

  /// The paths of folders that the editor names.
  static func folders(_ value: JSONValue?) -> [String] {
    (value?.elements ?? []).compactMap { $0["uri"]?.string.flatMap(Self.path(ofURI:)) }
  }

  private mutating func changeRoots(_ event: JSONValue?) {
    let gone = Self.folders(event?["removed"])
    let new = Self.folders(event?["added"]).filter { !roots.contains($0) }
    roots = roots.filter { !gone.contains($0) } + new
    for root in new { checkRoot(root) }
  }

  /// Checks the project of a folder that the editor has opened, if there is one.
  private func checkRoot(_ root: String) {
    let file = FilePath.join(root, ProjectFile.name)
    guard case .project = ServerProject(of: file, options).kind else { return }
    check(file)
  }

  /// Checks the file without the rest of its project, if that takes too long.
  ///
  /// - Returns: Whether the file is checked alone.
  private func checkAlone(_ path: String) -> Bool {
    let project = ServerProject(of: path, options)
    guard let whole = projects[project]?.whole, whole.duration > Self.longCheck,
      let check = whole.check, let text = texts[path]
    else { return false }
    fileWorker.add(
      FileCheckWorker.Job(
        whole: whole, check: check, path: path, text: text, texts: texts,
        version: versions[path], revision: revision))
    return true
  }

  // MARK: Paths

  static func path(ofURI uri: String) -> String? {
    guard let url = URL(string: uri), url.isFileURL else { return nil }
    return url.standardizedFileURL.path(percentEncoded: false)
  }

  static func absolute(_ path: String) -> String {
    let path = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Returns the address of a file, as the editor wrote it if possible.
  func uri(of path: String) -> String {
    addresses[path] ?? URL(filePath: path).absoluteString
  }
}
