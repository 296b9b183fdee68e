import LuaRules

extension InspectedModel {
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
