import LuaRules

// The key or the member at a position of a schema.

extension SchemaText {
  /// Returns the path of the name at a position; `nil` where no key or member is declared.
  func names(at offset: Int) -> [String]? {
    let declared = declarations.first { path, range in
      range.contains(offset) && path.dropLast().last == "properties"
    }?.key
    guard let path = declared ?? requiredPath(at: offset) else { return nil }
    if path.first == "properties" { return Self.names(of: path[...]) }
    // In a definition: of several keys that refer to it, the first one counts.
    let users = references.filter { path.starts(with: $0.value) }
    return users.compactMap { user, target -> [String]? in
      guard user.first == "properties" else { return nil }
      return Self.names(of: user[...] + path.dropFirst(target.count))
    }.min { $0.joined(separator: ".") < $1.joined(separator: ".") }
  }

  /// The path of JSON members of the name that an object requires at a position.
  private func requiredPath(at offset: Int) -> [String]? {
    for (object, names) in required {
      guard let name = names.first(where: { $0.range.contains(offset) })?.name else { continue }
      return object + ["properties", name]
    }
    return nil
  }

  private static func names(of path: ArraySlice<String>) -> [String] {
    var names: [String] = []
    var rest = path
    while let word = rest.popFirst() {
      switch word {
      case "properties": if let name = rest.popFirst() { names.append(name) }
      case "items", "additionalProperties": names.append(RuleFileOutline.element)
      default: break
      }
    }
    return names
  }
}
