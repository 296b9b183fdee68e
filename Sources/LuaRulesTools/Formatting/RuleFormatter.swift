import LuaBridge
import LuaRules
import LuaSyntax

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
  ///   - time: The processor time that compiling may take; a file that needs more than usual cannot be
  ///     loaded either.
  /// - Returns: The text in the layout; the same compiled code, lines included.
  /// - Throws: `RuleError` with code `syntax` for what is no Lua, and with code `layout` if the
  ///   compiled code would differ, or if Lua needs longer to compile it than loading may take; then
  ///   the text has to stay as it is.
  /// - Complexity: O(*n*) for *n* bytes, and what Lua needs to compile them, which grows with the
  ///   square of the longest chain of `and`, `or` or `elseif`.
  package static func formatted(
    _ text: String, name: String = "rules", within time: Duration? = Budget.loading.time
  ) throws(RuleError) -> String {
    let start = startOfCode(of: text)
    let body = String(text[start...])
    // Both texts are compiled on one budget.
    let budget = LuaBudget(instructions: .max, time: time)
    let code = try compiled(body, name: name, budget)
    var layout = LineLayout(FormattedToken.all(in: body))
    var formatted = TableColumns.aligned(layout.text(lineEnd: lineEnd(of: text)))
    if formatted.isEmpty, start > text.startIndex, !body.isEmpty { formatted = lineEnd(of: text) }
    guard formatted != body else { return text }
    var isSame = false
    do throws(RuleError) {
      isSame = try compiled(formatted, name: name, budget) == code
    } catch  where error.code == .layout {
      throw error
    } catch {}
    guard isSame else {
      let hasOldLineBreaks = text.utf8.contains(0x0D) && !text.utf8.contains(0x0A)
      throw RuleError(
        .layout,
        hasOldLineBreaks
          ? "the lines end with carriage returns alone, so the file stays as it is"
          : "the layout would change what the file does, so the file stays as it is",
        at: SourceLocation(file: name))
    }
    return text[..<start] + formatted
  }

  /// Returns where Lua begins to read, or before it if a line break of two bytes is there.
  private static func startOfCode(of text: String) -> String.Index {
    let bytes = text.utf8
    let start = bytes.index(
      bytes.startIndex, offsetBy: LuaTokens.startOfCode(in: Array(bytes)))
    guard start > bytes.startIndex, bytes[start...].first == 0x0A else { return start }
    let before = bytes.index(before: start)
    return bytes[before] == 0x0D ? before : start
  }

  /// Returns the line break of the first line.
  private static func lineEnd(of text: String) -> String {
    guard let end = text.utf8.firstIndex(of: 0x0A), end > text.startIndex else { return "\n" }
    return text.utf8[text.utf8.index(before: end)] == 0x0D ? "\r\n" : "\n"
  }

  /// The memory that the compiled code of a file may use, in bytes.
  private static let memoryLimit = 256 << 20

  /// Returns the compiled code of a text, with its lines.
  private static func compiled(
    _ text: String, name: String, _ budget: LuaBudget
  ) throws(RuleError) -> [UInt8] {
    do throws(LuaFailure) {
      let state = try LuaState(
        memoryLimit: memoryLimit, sharing: SharedMemoryLimit(limit: .max))
      state.setBudget(budget)
      try state.compile(Array(text.utf8), chunk: 1)
      return state.dumpChunk() ?? []
    } catch  where error.kind == .time {
      throw RuleError(
        .layout, "Lua takes too long to compile the file, so it stays as it is",
        at: SourceLocation(file: name),
        hint: "a chain of thousands of `and`, `or` or `elseif` takes the square of its length")
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
