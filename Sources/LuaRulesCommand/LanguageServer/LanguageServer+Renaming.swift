import Foundation
import LuaBridge
import LuaRules
import LuaRulesTools

// What gives something another name.

extension LanguageServer {
  mutating func prepareRename(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    if canMoveFiles, let name = place.project.moduleName(in: place.file, at: place.offset) {
      return json(name, in: place.file)
    }
    // Where no name is, editors are told so without an error.
    guard place.project.mayHaveName(in: place.file, at: place.offset) else { return .null }
    do throws(RenameError) {
      return json(
        try place.project.renamedPart(in: place.file, at: place.offset), in: place.file)
    } catch {
      throw RequestError(code: .requestFailed, message: error.message)
    }
  }

  mutating func rename(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let place = try place(parameters)
    guard let name = parameters["newName"]?.string else {
      throw RequestError(code: .invalidParameters, message: "expected `newName`")
    }
    if canMoveFiles, place.project.moduleName(in: place.file, at: place.offset) != nil {
      return try renameModule(at: place, to: name)
    }
    let places: [EditedProject.Place]
    do throws(RenameError) {
      places = try place.project.rename(in: place.file, at: place.offset, to: name)
    } catch {
      throw RequestError(code: .requestFailed, message: error.message)
    }
    if place.project.isUsedElsewhere(in: place.file, at: place.offset) {
      try checkOtherProjects(
        Set(places.map(\.path)), of: ServerProject(of: place.file.path, options))
    }
    return edit(
      Dictionary(grouping: places, by: \.path).mapValues { places in
        places.map { found in
          .object(["range": range(of: found, in: place.project), "newText": .string(name)])
        }
      })
  }
}

// MARK: Other projects

extension LanguageServer {
  /// More entries of the folder of the editor are not looked at.
  private static let mostEntries = 200_000

  /// Refuses edits of files that another project reads, too: its rules would keep the old name.
  func checkOtherProjects(
    _ paths: Set<String>, of own: ServerProject
  ) throws(RequestError) {
    let fileSystem = BufferedFileSystem(texts: texts)
    for path in projectFiles where path != own.settingsPath {
      guard let text = try? SettingsFile(path, in: fileSystem).text(or: .badProject),
        let project = try? ProjectFile(json: text, path: path)
      else { continue }
      let settings = [project.schema, project.grant].compactMap(\.self).map(Self.absolute)
      // A project file may omit its rules.
      let rules = project.rules.isEmpty ? [FilePath.folder(of: path)] : project.rules
      let folders = (rules + project.fallback).map(Self.absolute)
      let shared = paths.sorted().first { edited in
        settings.contains(edited)
          || folders.contains { edited == $0 || edited.hasPrefix($0 + "/") }
      }
      if let shared {
        throw RequestError(
          code: .requestFailed,
          message: "\(shared) belongs to the project \(path), too, whose rules would keep the name")
      }
    }
  }

  /// Returns project files, and those in some folders.
  static func projectFiles(below roots: [String], besides known: Set<String>) -> [String] {
    var found = known
    var count = 0
    for root in roots {
      let entries = FileManager.default.enumerator(
        at: URL(filePath: root), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
      while count < mostEntries, let url = entries?.nextObject() as? URL {
        count += 1
        if url.lastPathComponent == "node_modules" { entries?.skipDescendants() }
        if url.lastPathComponent == ProjectFile.name { found.insert(url.standardizedFileURL.path) }
      }
    }
    return found.sorted()
  }
}
