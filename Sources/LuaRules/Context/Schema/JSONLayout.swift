/// JSON laid out for reading: two spaces a level, names in the order given.
indirect enum JSONLayout {
  /// A value that is JSON already, on one line.
  case text(String)
  /// A list.
  case list([JSONLayout])
  /// An object.
  case object([(name: String, value: JSONLayout)])

  /// The laid out text, without a line break at the end.
  var text: String {
    var output = ""
    append(to: &output, indentation: "")
    return output
  }

  private func append(to output: inout String, indentation: String) {
    let inner = indentation + "  "
    switch self {
    case .text(let text): output += text
    case .list(let elements) where elements.isEmpty: output += "[]"
    case .object(let members) where members.isEmpty: output += "{}"
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        output += (index == 0 ? "[\n" : ",\n") + inner
        element.append(to: &output, indentation: inner)
      }
      output += "\n\(indentation)]"
    case .object(let members):
      for (index, member) in members.enumerated() {
        output += (index == 0 ? "{\n" : ",\n") + inner + JSON.quoted(member.name) + ": "
        member.value.append(to: &output, indentation: inner)
      }
      output += "\n\(indentation)}"
    }
  }

  /// A string value.
  static func string(_ string: String) -> JSONLayout { .text(JSON.quoted(string)) }

  /// Strings in a list on one line.
  static func strings(_ strings: [String]) -> JSONLayout {
    .text("[\(strings.map(JSON.quoted).joined(separator: ", "))]")
  }

}
