import LuaBridge
import LuaRules
import LuaSyntax

/// A module that gets another name, and so its file another path.
package struct ModuleMove: Sendable {
  /// The path of the file.
  package let path: String
  package let newPath: String
  /// The names that take the place of others in the files that require the module.
  package let changes: [(place: EditedProject.Place, name: String)]
}

extension EditedProject {
  /// Returns the part of the text that names a required module of the project at a position.
  package func moduleName(in file: EditedFile, at offset: Int) -> EditedFile.Range? {
    guard case (.module(let name), let range)? = subject(in: file, at: offset),
      self.file(ofModule: name, requiredBy: file.path) != nil
    else { return nil }
    return range
  }

  /// Whether a file requires the module at a path.
  package func isRequired(_ path: String) -> Bool {
    files.values.contains { user in
      user.requiredModules.contains { file(ofModule: $0.name, requiredBy: user.path)?.path == path }
    }
  }

  /// Returns what gives the module that is required at a position another name.
  ///
  /// - Throws: ``RenameError`` if the name cannot be used, or if a file would not find a module
  ///   afterwards.
  package func moduleMove(
    in file: EditedFile, at offset: Int, to name: String
  ) throws(RenameError) -> ModuleMove {
    guard case (.module(let old), _)? = subject(in: file, at: offset),
      let module = self.file(ofModule: old, requiredBy: file.path)
    else { throw RenameError("there is no module here") }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9_\-]*/) != nil }) else {
      throw RenameError("`\(name)` is no name of a module")
    }
    let count = old.split(separator: ".").joined(separator: "/").utf8.count + ".lua".utf8.count
    let folder = String(module.path.dropLast(count))
    return try moduleMove(
      from: module.path, to: folder + parts.joined(separator: "/") + ".lua")
  }

  /// Returns the names that files require a module by after its file has got another path.
  ///
  /// - Throws: ``RenameError`` if a file would not find a module afterwards.
  package func moduleMove(
    from path: String, to newPath: String
  ) throws(RenameError) -> ModuleMove {
    guard files[newPath] == nil || newPath == path else {
      throw RenameError("there is a file \(newPath) already")
    }
    try checkOwnModules(of: path, movedTo: newPath)
    var changes: [(place: Place, name: String)] = []
    for user in sortedFiles {
      try checkRequires(of: user)
      for (name, place) in user.requiredModules
      where file(ofModule: name, requiredBy: user.path)?.path == path {
        changes.append((place, try self.name(ofModuleAt: newPath, requiredBy: user)))
      }
    }
    return ModuleMove(path: path, newPath: newPath, changes: changes)
  }

  /// The name by which a file would find the file at a path.
  private func name(
    ofModuleAt path: String, requiredBy user: EditedFile
  ) throws(RenameError) -> String {
    // A file of `lib` is named from there, also where a longer name would be found.
    let folders = moduleFolders(for: user.path).sorted { $0.utf8.count > $1.utf8.count }
    for folder in folders where path.hasPrefix(folder + "/") {
      let relative = String(path.dropFirst(folder.count + 1).dropLast(".lua".count))
      if relative.contains(".") { continue }
      let name = relative.replacing("/", with: ".")
      guard let other = file(ofModule: name, requiredBy: user.path) else { return name }
      throw RenameError("\(user.name) would find \(other.path) by the name `\(name)`")
    }
    throw RenameError("\(user.name) would not find the module at \(path)")
  }

  /// Refuses another folder for a file that requires modules beside it, and a path at which a module
  /// would be a rule file, or a rule file a module.
  private func checkOwnModules(
    of path: String, movedTo newPath: String
  ) throws(RenameError) {
    guard let file = files[path], newPath.hasSuffix(".lua"), !newPath.hasSuffix(".test.lua") else {
      throw RenameError("\(newPath) is no path of a module")
    }
    guard isModulePath(path) == isModulePath(newPath) else {
      throw RenameError("rules and modules lie in other places: \(newPath)")
    }
    guard FilePath.folder(of: path) != FilePath.folder(of: newPath) else { return }
    for (name, place) in file.requiredModules {
      let beside = FilePath.join(
        FilePath.folder(of: path), name.replacing(".", with: "/") + ".lua")
      if self.file(ofModule: name, requiredBy: path)?.path == beside {
        throw RenameError("\(file.place(of: place.range)): `\(name)` is found beside this file")
      }
    }
  }

  /// Whether a file is no rule file because of its path.
  private func isModulePath(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.dropLast().contains("lib") || parts.last?.hasPrefix("_") == true
      || parts.last?.hasPrefix(".") == true
  }

  /// Refuses a file in which it cannot be seen which modules it requires.
  private func checkRequires(of file: EditedFile) throws(RenameError) {
    let syntax = file.outline.syntax
    let seen = Set(
      syntax.calls.filter { ValueOrigins.module(of: $0, in: syntax) != nil }.compactMap(\.chain))
    for (number, chain) in syntax.chains.enumerated() where chain.use.binding == nil {
      guard syntax.isText(chain.use.token, "require"), !seen.contains(number) else { continue }
      throw RenameError(
        "\(file.place(ofToken: chain.use.token)): it cannot be seen which module this requires")
    }
  }
}
