import LuaRules

// What the program may declare of a name.

extension EditedProject {
  /// A name that the program may declare.
  package enum SwiftName: Sendable, Hashable {
    case key(String)
    case member(String, type: String)
  }

  /// Returns what the program may declare of the key, or of the member, at a position of a rule
  /// file, or of the schema.
  package func swiftName(in file: EditedFile, at offset: Int) -> SwiftName? {
    if file.path == schema?.file.path {
      return schema?.names(at: offset).flatMap { swiftName(of: $0) }
    }
    guard case .path(let names)? = subject(in: file, at: offset)?.subject else { return nil }
    return swiftName(of: names)
  }

  private func swiftName(of names: [String]) -> SwiftName? {
    guard let name = names.last, name != RuleFileOutline.element else { return nil }
    if names.count == 1 { return .key(name) }
    let whole = names.joined(separator: ".")
    if index?.isKey(whole) == true { return .key(whole) }
    guard let type = index?.declaration(of: Array(names.dropLast()))?.type.objectName else {
      return nil
    }
    return .member(name, type: type)
  }
}

extension ValueType {
  /// The name of the type of objects.
  fileprivate var objectName: String? {
    if case .object(let object) = withoutNull { object.name } else { nil }
  }
}
