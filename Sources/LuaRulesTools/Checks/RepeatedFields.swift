import LuaSyntax

// Fields that stand twice in one table.

extension WrittenFile {
  /// Returns the fields that a later one in the same table replaces.
  func repeatedFields() -> [WrittenFault] {
    syntax.tables.flatMap { table in
      var known: [String: Int] = [:]
      return table.fields.compactMap { field -> WrittenFault? in
        guard let token = field.name, isPlain(token), case let name = syntax.text(token),
          let first = known.updateValue(token, forKey: name)
        else { return nil }
        let line = line(ofToken: token)
        return WrittenFault(
          code: .repeatedField,
          message: "`\(name)` appears twice in one table, and only the last counts"
            + (line == self.line(ofToken: first) ? "" : ", that in line \(line)"),
          fix: name == "when"
            ? "write both into one, `when = function(c) return … and … end`" : "remove one",
          tokens: first..<first + 1, subject: name, related: ("the last one", token))
      }
    }
  }

  /// Whether a name, or a text, is written as it is: with neither escapes nor long brackets.
  private func isPlain(_ token: Int) -> Bool {
    let token = syntax.tokens[token]
    let bytes = syntax.tokens.bytes[token.start..<token.end]
    return token.kind == .name
      || bytes.first != UInt8(ascii: "[") && !bytes.contains(UInt8(ascii: "\\"))
  }
}
