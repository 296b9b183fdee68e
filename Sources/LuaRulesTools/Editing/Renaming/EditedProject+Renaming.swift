import LuaBridge
import LuaSyntax

// What gives something another name, so that all rules answer as before.

extension EditedProject {
  /// Returns the part of the text that a rename at a position replaces.
  ///
  /// The rename itself may still be refused, because of another place.
  ///
  /// - Throws: ``RenameError`` for what has no name of its own.
  package func renamedPart(
    in file: EditedFile, at offset: Int
  ) throws(RenameError) -> EditedFile.Range {
    try renamed(in: file, at: offset).1
  }

  /// Returns whether other places than those of its file may name what is at a position; not so for
  /// local variables, and where no name is.
  package func isUsedElsewhere(in file: EditedFile, at offset: Int) -> Bool {
    // The schema may have been edited since the last check.
    if file.path == schema?.file.path { return true }
    if ownField(in: file, at: offset) != nil { return false }
    switch subject(in: file, at: offset)?.subject {
    case .variable?: return false
    case .module?: return true
    default: return mayHaveName(in: file, at: offset)
    }
  }

  /// The field of a table that only this file uses at a position.
  private func ownField(in file: EditedFile, at offset: Int) -> OwnFieldRename? {
    file.outline.syntax.tokens.index(at: offset).flatMap { OwnFieldRename(of: $0, in: file) }
  }

  /// Returns whether the schema declares a key or a member at a position.
  private func isDeclared(in file: EditedFile, at offset: Int) -> Bool {
    file.path == schema?.file.path && schema?.names(at: offset) != nil
  }

  /// Returns whether the text at a position is a name that can be another one: a key, a member, or a
  /// variable.
  package func mayHaveName(in file: EditedFile, at offset: Int) -> Bool {
    if file.path == schema?.file.path { return isDeclared(in: file, at: offset) }
    guard let (subject, _) = subject(in: file, at: offset) else {
      let member = try? member(in: file, at: offset)
      return member != nil
    }
    return switch subject {
    case .path, .variable, .moduleMember, .entry: true
    case .field, .module, .library, .host, .value, .priority, .suppression: false
    }
  }

  /// Returns the places whose text a new name replaces.
  ///
  /// - Throws: ``RenameError`` if the name cannot be used, is used already, or if a rule might
  ///   answer otherwise afterwards.
  package func rename(
    in file: EditedFile, at offset: Int, to name: String
  ) throws(RenameError) -> [Place] {
    let (renamed, range) = try renamed(in: file, at: offset)
    guard LuaText.isName(name) else { throw RenameError("`\(name)` is no name in Lua") }
    switch renamed {
    case .local(let local): return try local.places(renamedTo: name)
    case .field(let field): return try field.places(renamedTo: name)
    case .name(let old):
      let places = try places(of: old, with: Place(path: file.path, range: range))
      if name != old.name {
        try checkIsFree(RenamedName(name, inPlaceOf: old))
        if let index { try InspectedNames(old, places, self).checkOrder(index, renamedTo: name) }
      }
      return places
    }
  }

  // MARK: What is renamed

  private enum Renamed {
    case local(LocalRename)
    case field(OwnFieldRename)
    case name(RenamedName)
  }

  private func renamed(
    in file: EditedFile, at offset: Int
  ) throws(RenameError) -> (Renamed, EditedFile.Range) {
    if file.path == schema?.file.path {
      guard schema?.file.text.hasSameBytes(as: file.text) == true else {
        throw RenameError("the schema has not been checked yet")
      }
      guard let names = schema?.names(at: offset),
        let place = schema?.places(of: names).first(where: {
          $0.range.contains(offset) || $0.range.upperBound == offset
        })
      else { throw RenameError("there is no name here") }
      return (.name(RenamedName(path: names, in: self)), place.range)
    }
    if let field = ownField(in: file, at: offset) { return (.field(field), field.range) }
    if let (name, range) = try member(in: file, at: offset) { return (.name(name), range) }
    guard let (subject, range) = subject(in: file, at: offset) else {
      throw RenameError("there is no name here")
    }
    switch subject {
    case .path(let names) where names.last == RuleFileOutline.element:
      throw RenameError("the elements of a list have no name")
    case .path(let names): return (.name(RenamedName(path: names, in: self)), range)
    case .variable(let number): return (.local(try LocalRename(of: number, in: file)), range)
    case .moduleMember(let module, let name):
      guard let target = self.file(ofModule: module, requiredBy: file.path) else {
        throw RenameError("there is no module `\(module)`")
      }
      return (.name(RenamedName(name, ofModule: target.path)), range)
    case .field(let name): throw RenameError("`\(name)` is a field of rules")
    case .module: throw RenameError("a module has the name of its file")
    case .library(let name): throw RenameError("`\(name)` belongs to Lua")
    case .host(let name): throw RenameError("`\(name)` belongs to the program")
    case .entry(_, _, let title):
      throw RenameError("it cannot be seen what else has the name of `\(title)`")
    case .value(let text, _, _), .priority(let text), .suppression(let text):
      throw RenameError("`\(text)` is no name of rules")
    }
  }

  /// Returns the member of a value at a position, by where the value comes from.
  private func member(
    in file: EditedFile, at offset: Int
  ) throws(RenameError) -> (name: RenamedName, range: EditedFile.Range)? {
    let syntax = file.outline.syntax
    guard let token = syntax.tokens.index(at: offset) else { return nil }
    let origins = ValueOrigins(self)
    var origin: ValueOrigin?
    for chain in syntax.chains {
      guard let step = chain.steps.firstIndex(where: { $0.token == token }) else { continue }
      origin = origins.origin(of: chain, before: step, in: file)
    }
    if let member = syntax.members.first(where: { $0.token == token }) {
      origin = origins.origin(ofBase: member.base, in: file)
    }
    let range = syntax.tokens.inner(syntax.tokens[token])
    let name = syntax.text(token)
    let roles = origins.roles(of: file)
    if let table = roles.fields[token], !name.contains(".") {
      switch roles.role(ofTable: table) {
      case .path(let names): return (RenamedName(path: names + [name], in: self), range)
      case .module where file.path == hostStubs:
        throw RenameError("`\(name)` belongs to the program")
      case .module: return (RenamedName(name, ofModule: file.path), range)
      case .fields, .own, .unknown: return nil
      }
    }
    switch origin {
    case .path(let names)?: return (RenamedName(path: names + [name], in: self), range)
    case .module(hostStubs)?: throw RenameError("`\(name)` belongs to the program")
    case .module(let path)?: return (RenamedName(name, ofModule: path), range)
    case .unknown?: throw RenameError("it cannot be seen what has the member `\(name)`")
    case .table?, .data?, nil: return nil
    }
  }

  // MARK: Keys and members

  private func places(of subject: RenamedName, with own: Place) throws(RenameError) -> [Place] {
    guard let index else { throw RenameError("the project has not been checked yet") }
    guard index.isWhole else {
      throw RenameError("not all files can be read: correct their errors first")
    }
    var search = NameSearch(subject, ValueOrigins(self))
    try search.run()
    guard case .path(let names) = subject.kind else {
      return try containing(own, search.places)
    }
    try InspectedNames(subject, search.places, self).check(index)
    let granted = try places(ofGranted: subject)
    if let schema, let place = schema.unclearPlace(of: names) {
      throw RenameError(
        "\(schema.file.place(of: place)): it cannot be seen whether this is `\(subject.text)`")
    }
    return try containing(own, search.places + (schema?.places(of: names) ?? []) + granted)
  }

  private func containing(_ own: Place, _ places: [Place]) throws(RenameError) -> [Place] {
    guard places.contains(own) else {
      throw RenameError("it cannot be seen what this name belongs to")
    }
    return places
  }

  /// Returns the places of a key or a member in the grants.
  private func places(ofGranted subject: RenamedName) throws(RenameError) -> [Place] {
    var places: [Place] = []
    for grant in grants {
      for (name, range) in grant.names {
        let parts = LuaPlace.names(name)
        var start = range.lowerBound
        for (index, part) in parts.enumerated() {
          defer { start += part.utf8.count + 1 }
          guard part == subject.name || name.contains("\\") else { continue }
          let relation = subject.relation(to: Array(parts[...index]))
          if relation == .other, !name.contains("\\") { continue }
          guard relation == .same, !name.contains("\\") else {
            throw RenameError(
              "\(grant.file.place(of: range)): it cannot be seen whether this grants "
                + "`\(subject.text)`")
          }
          places.append(Place(path: grant.file.path, range: start..<start + part.utf8.count))
        }
      }
    }
    return places
  }

  private func checkIsFree(_ subject: RenamedName) throws(RenameError) {
    let isDeclared =
      subject.path.isEmpty
      ? false
      : index?.declaration(of: subject.path) != nil
        || !(index?.rules(for: subject.path.joined(separator: ".")).isEmpty ?? true)
    if isDeclared { throw RenameError("there is a `\(subject.text)` already") }
    var search = NameSearch(subject, ValueOrigins(self))
    try search.run()
    if let place = search.places.first, let file = files[place.path] {
      throw RenameError("there is a `\(subject.text)` already: \(file.place(of: place.range))")
    }
  }
}

extension EditedFile {
  /// Returns the name of the file and the line of a part.
  package func place(of range: Range) -> String {
    "\(name):\(position(of: range.lowerBound).line + 1)"
  }
}
