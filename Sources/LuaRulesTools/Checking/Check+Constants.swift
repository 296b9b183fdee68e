import LuaRules
import LuaSyntax

// Checks of constants that leave no code.

extension Check {
  /// Reports local constants that nothing uses: the compiler leaves no trace of `local limit <const> = 10`.
  ///
  /// - Complexity: O(*n*) for texts of *n* bytes; only those with such a constant are read as Lua.
  mutating func checkConstants(of rules: CheckedRules) {
    for (file, bytes) in rules.model.texts.sorted(by: { $0.key < $1.key })
    where bytes.mayHaveConstants {
      let tokens = LuaTokens(bytes)
      var counts: [String: Int] = [:]
      for token in tokens.all where token.kind == .name {
        counts[tokens.text(token), default: 0] += 1
      }
      let told = Set(
        findings.lazy.filter { $0.code == .unusedLocal && $0.location.file == file }
          .map(\.location.line))
      var (line, start) = (1, 0)
      for index in tokens.all.indices.dropFirst().dropLast(3)
      where tokens.declaresConstant(at: index) {
        let name = tokens.text(tokens[index])
        guard counts[name] == 1, !name.hasPrefix("_") else { continue }
        line += tokens.bytes[start..<tokens[index].start].count { $0 == 0x0A }
        start = tokens[index].start
        guard !told.contains(line) else { continue }
        add(
          .unusedLocal, .warning, "the constant `\(name)` is not used",
          at: SourceLocation(file: file, line: line), fix: "remove it", subject: name)
      }
    }
  }
}

extension [UInt8] {
  /// Whether there is a `<` with a `c` behind it, as in `<const>`.
  fileprivate var mayHaveConstants: Bool {
    var isBehind = false
    for byte in self {
      if byte == UInt8(ascii: "c"), isBehind { return true }
      isBehind = byte == UInt8(ascii: "<") || isBehind && byte == UInt8(ascii: " ")
    }
    return false
  }
}

extension LuaTokens {
  /// Whether a name is one of a local constant: `<const>` is behind it.
  fileprivate func declaresConstant(at index: Int) -> Bool {
    self[index].kind == .name && text(self[index + 1]) == "<" && isName(self[index + 2], "const")
      && text(self[index + 3]) == ">"
  }
}
