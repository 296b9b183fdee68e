import LuaBridge

/// JSON that is assembled from parts, with names in the given order.
package indirect enum JSONLayout: Sendable {
  /// A value that already is JSON, on one line.
  case text(String)
  /// A list.
  case list([JSONLayout])
  /// An object.
  case object([(name: String, value: JSONLayout)])

  /// The JSON on one line, without white space.
  package var line: String {
    var output: [UInt8] = []
    appendLine(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private func appendLine(to output: inout [UInt8]) {
    switch self {
    case .text(let text): output += text.utf8
    case .list(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        element.appendLine(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        JSON.append(quoted: member.name, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.appendLine(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  /// The JSON with line breaks and two spaces for each level; no line break at
  /// the end.
  package var text: String {
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
}

extension JSONLayout {
  /// An object with its names in byte order; members without a value are
  /// omitted.
  package static func object(_ members: [String: JSONLayout?]) -> JSONLayout {
    let present = members.compactMap { name, value in value.map { (name: name, value: $0) } }
    return .object(present.sorted { $0.name.precedesInBytes($1.name) })
  }

  /// A string value.
  package static func string(_ string: String) -> JSONLayout { .text(JSON.quoted(string)) }

  /// An integer value.
  package static func integer(_ integer: some BinaryInteger) -> JSONLayout { .text("\(integer)") }

  /// `true` or `false`.
  package static func boolean(_ flag: Bool) -> JSONLayout { .text(flag ? "true" : "false") }

  /// A list on one line, even in ``text``.
  static func row(_ elements: [JSONLayout]) -> JSONLayout {
    .text("[\(elements.map(\.line).joined(separator: ", "))]")
  }

  /// Strings in a list on one line.
  static func strings(_ strings: [String]) -> JSONLayout { .row(strings.map { .string($0) }) }
}
