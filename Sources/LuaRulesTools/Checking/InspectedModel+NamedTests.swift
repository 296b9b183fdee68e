import LuaRules

extension InspectedModel {
  /// Whether a variable of a test stands in the line of the test, by its last name.
  func isNamed(_ test: DecisionGraph.Test, at place: SourceLocation?) -> Bool {
    guard let line = line(at: place) else { return true }
    func isNamed(_ number: Int) -> Bool {
      let variable = variables[number]
      guard let name = variable.path.last else { return variable.parts.contains(where: isNamed) }
      return line.hasMember(Array(name.utf8))
    }
    return test.variables.contains(where: isNamed)
  }

  /// Whether a member in a test stands there with the names before it, and is not read from a local variable.
  func isWrittenWhole(_ test: DecisionGraph.Test, at place: SourceLocation?) -> Bool {
    guard let line = line(at: place) else { return true }
    return test.variables.contains { number in
      let path = variables[number].path
      return path.count < 2 || line.contains(Array(path.joined(separator: ".").utf8))
    }
  }

  /// Whether the constant of a test stands beside an operator of a comparison in its line, and does not come
  /// from a variable, or from what stands behind `or`.
  func comparesConstant(of test: DecisionGraph.Test, at place: SourceLocation?) -> Bool {
    guard let value = test.constant, let line = line(at: place) else { return true }
    let written = value.literal
    guard value.isText else { return line.compares(Array(written.utf8)) }
    let text = written.dropFirst().dropLast()
    return line.compares(Array(written.utf8)) || line.compares(Array("'\(text)'".utf8))
  }

  private func line(at place: SourceLocation?) -> ArraySlice<UInt8>? {
    guard let place, let number = place.line, let text = texts[place.file] else { return nil }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.indices.contains(number - 1) ? lines[number - 1][...] : nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether a constant stands beside an operator of a comparison, and is no part of a longer one.
  fileprivate func compares(_ word: [UInt8]) -> Bool {
    let skipped = Array(" \t".utf8)
    return indices.contains { start in
      guard self[start...].starts(with: word), self[..<start].last?.isNamePart != true else {
        return false
      }
      let behind = self[start...].dropFirst(word.count)
      if behind.first?.isNamePart == true { return false }
      let before = self[
        ..<(self[..<start].lastIndex { !skipped.contains($0) }.map { $0 + 1 } ?? startIndex)]
      let after = behind.drop { skipped.contains($0) }
      return ["==", "~=", "<", ">", "<=", ">="].contains { sign in
        before.suffix(sign.utf8.count).elementsEqual(sign.utf8) || after.starts(with: sign.utf8)
      }
    }
  }

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

extension InspectedModel {
  /// Whether a line is one of a function, and not of another one that it calls.
  func holds(_ function: InspectedFunction, _ place: SourceLocation) -> Bool {
    guard let own = code.functions[function.number]?.code, let line = place.line else {
      return true
    }
    return place.file == function.location.file
      && (own.lineDefined...max(own.lineDefined, own.lastLineDefined)).contains(line)
  }
}
