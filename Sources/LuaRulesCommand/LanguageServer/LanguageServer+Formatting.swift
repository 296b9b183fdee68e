import LuaRules
import LuaRulesTools

// The layout of rule files.

extension LanguageServer {
  mutating func formatting(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let file = try document(parameters).file
    return layout(of: file, in: nil)
  }

  mutating func rangeFormatting(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let file = try document(parameters).file
    guard let start = Self.position(parameters["range"]?["start"]),
      let end = Self.position(parameters["range"]?["end"]), start <= end
    else { throw RequestError(code: .invalidParameters, message: "expected `range`") }
    // A selection of whole lines ends at the start of the next one.
    let last = end.character == 0 && end.line > start.line ? end.line - 1 : end.line
    return layout(of: file, in: start.line...last)
  }

  private func layout(of file: EditedFile, in lines: ClosedRange<Int>?) -> JSONValue {
    guard file.path.hasSuffix(".lua") else { return .array([]) }
    return .array(
      file.layoutChanges(in: lines).map { change in
        .object(["range": json(change.range, in: file), "newText": .string(change.text)])
      })
  }
}
