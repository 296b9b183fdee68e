import LuaBridge
import LuaRules

/// A layout for rule files: indentation, spaces, commas, and the end of the file.
///
/// Nothing moves to another line, so that places in messages, comments that hide
/// findings, and differences of versions stay readable. Strings and comments keep
/// their text.
package enum RuleFormatter {
  /// Returns a text in the layout.
  ///
  /// - Parameters:
  ///   - text: The text of a rule file, of a test file or of a module.
  ///   - name: The name of the file for errors.
  /// - Returns: The text in the layout; the same compiled code, lines included.
  /// - Throws: `RuleError` with code `syntax` for what is no Lua, and with code `layout` if the
  ///   compiled code would differ; then the text has to stay as it is.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func formatted(
    _ text: String, name: String = "rules"
  ) throws(RuleError) -> String {
    let mark = "\u{FEFF}"
    let isMarked = text.unicodeScalars.first == mark.unicodeScalars.first
    let body = isMarked ? String(text.unicodeScalars.dropFirst()) : text
    let code = try compiled(body, name: name)
    var layout = LineLayout(FormattedToken.all(in: body))
    let formatted = layout.text(lineEnd: body.utf8.contains(0x0D) ? "\r\n" : "\n")
    guard formatted != body else { return text }
    guard try compiled(formatted, name: name) == code else {
      throw RuleError(
        .layout, "the layout would change what the file does, so the file stays as it is",
        at: SourceLocation(file: name))
    }
    return (isMarked ? mark : "") + formatted
  }

  /// The memory that the compiled code of a file may use, in bytes.
  private static let memoryLimit = 256 << 20

  /// Returns the compiled code of a text, with its lines.
  private static func compiled(_ text: String, name: String) throws(RuleError) -> [UInt8] {
    do throws(LuaFailure) {
      let state = try LuaState(
        memoryLimit: memoryLimit, sharing: SharedMemoryLimit(limit: .max))
      try state.compile(Array(text.utf8), chunk: 1)
      return state.dumpChunk() ?? []
    } catch {
      throw RuleError(
        .syntax, error.message,
        at: SourceLocation(file: name, line: error.line > 0 ? error.line : nil))
    }
  }
}

extension RuleError.Code {
  /// A file whose layout cannot be changed without changing what it does.
  static let layout = Self(rawValue: "layout")
}
