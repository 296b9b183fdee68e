import LuaRules

extension InspectedModel {
  /// Whether a variable of a test stands in the line of the test, by its last name.
  func isNamed(_ test: DecisionGraph.Test, at place: SourceLocation?) -> Bool {
    guard let place, let number = place.line, let text = texts[place.file] else { return true }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1) else { return true }
    let line = lines[number - 1]
    func isNamed(_ number: Int) -> Bool {
      let variable = variables[number]
      guard let name = variable.path.last else { return variable.parts.contains(where: isNamed) }
      return line.hasMember(Array(name.utf8))
    }
    return test.variables.contains(where: isNamed)
  }
}

extension ArraySlice<UInt8> {
  /// Whether a name stands in a line of Lua behind a point, or in quotes.
  fileprivate func hasMember(_ name: [UInt8]) -> Bool {
    for start in indices where self[start...].starts(with: name) {
      if let next = self[start...].dropFirst(name.count).first, next.isNamePart { continue }
      let before = self[..<start].last { $0 != UInt8(ascii: " ") }
      switch before {
      case UInt8(ascii: "."), UInt8(ascii: "\""), UInt8(ascii: "'"): return true
      default: continue
      }
    }
    return false
  }
}

extension UInt8 {
  /// Whether the byte belongs to names, also to those of keys in other scripts.
  fileprivate var isNamePart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
