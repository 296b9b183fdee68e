import LuaRules

/// What gets another name: a key, a member below one, or a member of a module.
struct RenamedName {
  /// The kinds of names.
  enum Kind: Equatable {
    case path([String])
    case member(ofModule: String)
  }

  let kind: Kind
  let name: String
  /// The path that it is compared with: that of the name which it replaces, or its own.
  private let compared: [String]
  private let schema: SchemaText?
  /// Where the schema declares it.
  private let declaration: EditedProject.Place?

  init(path: [String], in project: EditedProject) {
    kind = .path(path)
    name = path.last ?? ""
    compared = path
    schema = project.schema
    declaration = schema?.places(of: path).first
  }

  init(_ name: String, ofModule path: String) {
    kind = .member(ofModule: path)
    self.name = name
    compared = []
    schema = nil
    declaration = nil
  }

  /// Creates another name in place of one.
  init(_ name: String, inPlaceOf old: RenamedName) {
    self.name = name
    switch old.kind {
    case .path(let path): kind = .path(path.dropLast() + [name])
    case .member: kind = old.kind
    }
    compared = old.compared
    schema = old.schema
    declaration = old.declaration
  }

  /// Whether a name in a text is this one.
  enum Relation {
    case same, other, unknown
  }

  /// The names of the path; none for a member of a module.
  var path: [String] { if case .path(let names) = kind { names } else { [] } }

  /// The name in words.
  var text: String {
    switch kind {
    case .path(let names): EditedProject.text(of: names)
    case .member: name
    }
  }

  /// Returns whether a member with this name, of a value with this origin, is meant.
  func relation(ofMemberOf origin: ValueOrigin) -> Relation {
    switch (kind, origin) {
    case (.path, .path(let names)): relation(to: names + [name])
    case (.member(let path), .module(let module)): path == module ? .same : .other
    case (_, .unknown): .unknown
    // What a table of the file has as a member was put there under this name.
    default: .other
    }
  }

  /// Returns whether a path, which ends with this name, is meant.
  ///
  /// Two paths with one declaration, such as a type that two keys share, are one name.
  func relation(to names: [String]) -> Relation {
    guard case .path = kind, names.last == name, let last = compared.last else { return .other }
    let own = compared
    let names = names.dropLast() + [last]
    if names.elementsEqual(own) { return .same }
    if own.count == 1 || names.count == 1 { return .other }
    if let place = schema?.places(of: Array(names)).first, let declaration {
      return place == declaration ? .same : .other
    }
    let mayBeSame =
      own.count == names.count
      && zip(own, names).allSatisfy { one, other in
        one == other || [one, other].contains(RuleFileOutline.element)
      }
    return mayBeSame ? .unknown : .other
  }
}
