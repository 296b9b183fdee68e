import LuaBridge
import LuaRules
import LuaSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Where something is defined, and where it is used.

extension EditedProject {
  /// Returns the places that define what is at a position.
  ///
  /// For a key these are its rules in the order of evaluation; without rules, the schema.
  package func definitions(in file: EditedFile, at offset: Int) -> [Place] {
    if file.path == schema?.file.path {
      return schema?.names(at: offset).map { places(ofRulesFor: $0) } ?? []
    }
    guard let subject = subject(in: file, at: offset)?.subject else { return [] }
    let syntax = file.outline.syntax
    switch subject {
    case .variable(let number):
      let binding = syntax.bindings[number]
      if let module = Self.module(of: binding, in: syntax),
        let target = self.file(ofModule: module, requiredBy: file.path)
      {
        return [Place(path: target.path, range: 0..<0)]
      }
      return [Place(path: file.path, range: syntax.tokens.inner(syntax.tokens[binding.token]))]
    case .module(let name):
      return self.file(ofModule: name, requiredBy: file.path).map {
        [Place(path: $0.path, range: 0..<0)]
      } ?? []
    case .moduleMember(let module, let name):
      return self.file(ofModule: module, requiredBy: file.path)?.definitions(ofMember: name) ?? []
    case .path(let names):
      let rules = places(ofRulesFor: names)
      return rules.isEmpty ? declarations(of: names) : rules
    case .entry(let path, let token, _):
      let target = files[path] ?? file
      return [
        Place(
          path: path, range: target.outline.syntax.tokens.inner(target.outline.syntax.tokens[token])
        )
      ]
    case .host(let name): return definitions(ofHostFunction: name)
    case .field, .library, .value, .priority, .suppression: return []
    }
  }

  /// Returns the place of the stub of a host function.
  func definitions(ofHostFunction name: String) -> [Place] {
    hostStubs.flatMap { files[$0] }?.definitions(ofMember: name) ?? []
  }

  /// Returns the place that declares what is at a position: for a key or a member
  /// in the schema, for all else where it is defined.
  package func declarations(in file: EditedFile, at offset: Int) -> [Place] {
    if file.path == schema?.file.path {
      return schema?.names(at: offset).map { declarations(of: $0) } ?? []
    }
    if case .path(let names)? = subject(in: file, at: offset)?.subject {
      return declarations(of: names)
    }
    return definitions(in: file, at: offset)
  }

  /// Returns the places among the occurrences of what is at a position that declare it.
  package func declaringPlaces(in file: EditedFile, at offset: Int) -> [Place] {
    guard case .variable(let number)? = subject(in: file, at: offset)?.subject else {
      return declarations(in: file, at: offset)
    }
    let tokens = file.outline.syntax.tokens
    let token = tokens[file.outline.syntax.bindings[number].token]
    return [Place(path: file.path, range: tokens.inner(token))]
  }

  /// Returns the place in the schema of the type of the key, the member or the variable at a position;
  /// of a list, that of its elements.
  package func typeDefinitions(in file: EditedFile, at offset: Int) -> [Place] {
    guard let schema else { return [] }
    if file.path == schema.file.path {
      return schema.names(at: offset).map { schema.typePlaces(of: $0) } ?? []
    }
    switch subject(in: file, at: offset)?.subject {
    case .path(let names): return schema.typePlaces(of: names)
    case .variable(let number):
      return ValuePaths(self).paths(ofBinding: number, in: file).first.map {
        schema.typePlaces(of: $0)
      } ?? []
    default: return []
    }
  }

  private func declarations(of names: [String]) -> [Place] {
    Array(schema?.places(of: names).prefix(1) ?? [])
  }

  /// Returns the places of the rules that assign a path, in the order of evaluation.
  package func places(ofRulesFor names: [String]) -> [Place] {
    var places = CurrentPlaces(self)
    return places.places(ofRulesFor: names)
  }

  /// Returns the places of the rules for a key, in the order of evaluation.
  package func places(ofRulesForKey key: String) -> [Place] { places(ofRulesFor: [key]) }

  /// Where the lines of a file are that the last check has seen.
  func movedLines(of file: EditedFile) -> MovedLines {
    MovedLines(from: checked[file.path] ?? file.lines, to: file.lines)
  }

  /// Returns all places that name what is at a position, in the order of files and lines.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - offset: The position, in bytes.
  ///   - isWhole: Whether other files and the schema count.
  /// - Returns: The places, each once.
  package func occurrences(
    in file: EditedFile, at offset: Int, isWhole: Bool = true
  ) -> [Place] {
    let declared =
      file.path == schema?.file.path ? schema?.names(at: offset).map { Subject.path($0) } : nil
    guard let subject = declared ?? subject(in: file, at: offset)?.subject else { return [] }
    let syntax = file.outline.syntax
    switch subject {
    case .variable(let number):
      return syntax.uses.filter { $0.binding == number }.map {
        Place(path: file.path, range: syntax.tokens.inner(syntax.tokens[$0.token]))
      }
    case .path(let names):
      let files = isWhole ? sortedFiles : [file]
      let declared = schema?.places(of: names) ?? []
      // Two keys of one type share the declarations of its members.
      func isSame(_ other: [String]) -> Bool {
        declared.first.map { schema?.places(of: other).first == $0 } ?? false
      }
      let found = files.flatMap { file in
        (file.places(of: names, or: isSame) + followedPlaces(of: names, in: file, or: isSame))
          .sorted { $0.range.lowerBound < $1.range.lowerBound }
      }
      return found + (isWhole || file.path == schema?.file.path ? declared : [])
    case .module(let name):
      let target = self.file(ofModule: name, requiredBy: file.path)?.path
      return (isWhole ? sortedFiles : [file]).flatMap { user in
        user.requiredModules.filter { required in
          target == nil
            ? required.name == name
            : self.file(ofModule: required.name, requiredBy: user.path)?.path == target
        }.map(\.place)
      }
    case .moduleMember(let module, let name):
      guard let target = self.file(ofModule: module, requiredBy: file.path) else {
        return file.uses(ofMember: name, ofModule: { $0 == module })
      }
      return uses(ofMember: name, of: target, in: isWhole ? sortedFiles : [file])
    case .entry(file.path, let token, _) where file.isMember(token):
      let name = syntax.text(token)
      return uses(ofMember: name, of: file, in: isWhole ? sortedFiles : [file])
    case .library(let name): return file.places(ofLibrary: name)
    case .host(let name):
      let uses = (isWhole ? sortedFiles : [file]).flatMap { $0.places(ofLibrary: "host.\(name)") }
      return definitions(ofHostFunction: name) + uses
    case .entry(let path, let token, _):
      return (isWhole ? sortedFiles : [file]).flatMap {
        $0.places(ofEntry: token, of: path, in: self)
      }
    case .field, .value, .priority, .suppression: return []
    }
  }

  /// Returns the places of a file that name a member of an object that comes from another function or
  /// file.
  private func followedPlaces(
    of names: [String], in file: EditedFile, or isSame: ([String]) -> Bool
  ) -> [Place] {
    guard names.count > 1, let name = names.last, name != RuleFileOutline.element else { return [] }
    let syntax = file.outline.syntax
    let paths = ValuePaths(self)
    func isMeant(_ objects: [[String]]) -> Bool {
      objects.contains { $0 + [name] == names || isSame($0 + [name]) }
    }
    func place(_ token: Int) -> Place {
      Place(path: file.path, range: syntax.tokens.inner(syntax.tokens[token]))
    }
    var found: [Place] = []
    for chain in syntax.chains {
      guard let binding = chain.use.binding, file.outline.path(ofBinding: binding) == nil else {
        continue
      }
      for (index, step) in chain.steps.enumerated() {
        guard let token = step.token, !step.isMethod, syntax.isText(token, name),
          file.outline.use(at: syntax.tokens[token]) == nil,
          isMeant(paths.paths(of: chain, before: index, in: file))
        else { continue }
        found.append(place(token))
      }
    }
    for member in syntax.members {
      guard let token = member.token, !member.isMethod, syntax.isText(token, name),
        file.outline.use(at: syntax.tokens[token]) == nil,
        isMeant(paths.paths(of: member.base, in: file))
      else { continue }
      found.append(place(token))
    }
    return found
  }

  /// Returns the places that name a member of a module: in the module, and where it is required.
  private func uses(
    ofMember name: String, of module: EditedFile, in files: [EditedFile]
  ) -> [Place] {
    files.flatMap { file in
      file.path == module.path
        ? module.uses(ofMember: name)
        : file.uses(
          ofMember: name,
          ofModule: { required in
            self.file(ofModule: required, requiredBy: file.path)?.path == module.path
          })
    }
  }

  /// Returns the whole path of a file.
  static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path
  }
}
