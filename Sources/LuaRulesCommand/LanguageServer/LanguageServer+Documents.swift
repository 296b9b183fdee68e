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
      case "initialized": checkRoot()
      case "workspace/didChangeWatchedFiles":
        checkRoot()
        for path in texts.keys.sorted() { check(path) }
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
        text = applying(change, to: text)
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
    let watchers = ["**/*.lua", "**/*.json"].map { JSONValue.object(["globPattern": .string($0)]) }
    let registration: JSONValue = .object([
      "id": .string("files"), "method": .string("workspace/didChangeWatchedFiles"),
      "registerOptions": .object(["watchers": .array(watchers)]),
    ])
    events.push(
      .message(
        .object([
          "jsonrpc": .string("2.0"), "id": .string("watch-files"),
          "method": .string("client/registerCapability"),
          "params": .object(["registrations": .array([registration])]),
        ])))
  }

  private mutating func set(_ text: String, for path: String, _ document: JSONValue?) {
    versions[path] = document?["version"]?.integer
    texts[path] = text
    revision += 1
    revisions[path] = revision
  }

  /// Returns a text after a change of a part, or of all of it.
  private func applying(_ change: JSONValue, to text: String) -> String {
    guard let new = change["text"]?.string else { return text }
    guard let range = change["range"], range != .null else { return new }
    guard let start = Self.position(range["start"]), let end = Self.position(range["end"]) else {
      return text
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

  func check(_ path: String, isPatient: Bool = false) {
    worker.add(
      CheckWorker.Job(
        project: ServerProject(of: path, options), texts: texts, revision: revision,
        isPatient: isPatient))
  }

  /// Checks the project of the folder that the editor has opened, if there is one.
  private func checkRoot() {
    guard let root else { return }
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
        whole: whole, check: check, path: path, text: text, texts: texts, revision: revision))
    return true
  }

  // MARK: Paths

  static func path(ofURI uri: String) -> String? {
    guard let url = URL(string: uri), url.isFileURL else { return nil }
    return url.standardizedFileURL.path(percentEncoded: false)
  }

  static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
  }

  /// Returns the address of a file, as the editor wrote it if possible.
  func uri(of path: String) -> String {
    addresses[path] ?? URL(filePath: path).absoluteString
  }
}
