import LuaRules

extension RuleGraph {
  /// Returns the graph in the language of Graphviz.
  ///
  /// Arrows lead from a key to the rules that read it, and from a rule to the
  /// key that it assigns.
  ///
  /// - Parameter isWithRules: Whether rules are drawn; if not, arrows lead from
  ///   key to key.
  /// - Returns: The text of a `.dot` file.
  public func dot(isWithRules: Bool = true) -> String {
    // By scalars: a combining mark makes one character of itself and the quotation mark before it.
    // Graphviz reads `&` as the begin of an entity.
    func quoted(_ text: String) -> String {
      let escaped = PrintableText.of(text).unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case "&": "&amp;"
        default: String(scalar)
        }
      }
      return "\"\(escaped.joined())\""
    }
    var lines = ["digraph rules {", "  rankdir=LR;", "  node [fontname=\"sans-serif\"];"]
    for (number, key) in keys.enumerated() {
      let shape = key.isAssigned ? "shape=box, style=\"rounded,bold\"" : "shape=box, style=rounded"
      lines.append("  k\(number) [label=\(quoted(key.label)), \(shape)];")
    }
    guard isWithRules else {
      lines += readings.map { "  k\($0.from) -> k\($0.to);" }
      return (lines + ["}", ""]).joined(separator: "\n")
    }
    for (number, node) in rules.enumerated() {
      lines.append("  r\(number) [label=\(quoted(node.rule.label)), shape=note];")
      for (key, members) in node.reads {
        let label = members.isEmpty ? "" : " [label=\(quoted(members.joined(separator: ", ")))]"
        lines.append("  k\(key) -> r\(number)\(label);")
      }
      lines.append("  r\(number) -> k\(node.key);")
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  /// Returns the graph in the language of Mermaid, for Markdown pages.
  ///
  /// - Parameter isWithRules: Whether rules are drawn; if not, arrows lead from
  ///   key to key.
  /// - Returns: The text of a flowchart.
  public func mermaid(isWithRules: Bool = true) -> String {
    // Mermaid reads a label as Markdown and HTML, and `#` begins an entity.
    func quoted(_ text: String) -> String {
      let escaped = PrintableText.of(text).unicodeScalars.map { scalar in
        "\"#&<>`*_[]|".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : String(scalar)
      }
      return "\"\(escaped.joined())\""
    }
    var lines = ["flowchart LR"]
    for (number, key) in keys.enumerated() {
      let label = quoted(key.label)
      lines.append(key.isAssigned ? "  k\(number)([\(label)])" : "  k\(number)[\(label)]")
    }
    guard isWithRules else {
      lines += readings.map { "  k\($0.from) --> k\($0.to)" }
      return (lines + [""]).joined(separator: "\n")
    }
    for (number, node) in rules.enumerated() {
      lines.append("  r\(number)>\(quoted(node.rule.label))]")
      for (key, members) in node.reads {
        let label = members.isEmpty ? "" : "|\(quoted(members.joined(separator: ", ")))|"
        lines.append("  k\(key) -->\(label) r\(number)")
      }
      lines.append("  r\(number) --> k\(node.key)")
    }
    return (lines + [""]).joined(separator: "\n")
  }
}

extension ListedRule {
  /// The label of the rule in a drawing: its name, if it has one, and its
  /// location.
  var label: String {
    name.map { "\($0) (\(location))" } ?? location.description
  }
}
