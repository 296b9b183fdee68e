/// Where a table was made while a file was running.
package struct LuaTableOrigin: Hashable, Sendable {
  /// A line in a chunk.
  package struct Line: Hashable, Sendable {
    package let chunk: Int32
    package let line: Int32
  }

  /// The line of the instruction behind the one that made the table.
  package let code: Line
  /// The line of the file that was running then; the same line if the file itself made the table, `nil`
  /// if it is not known.
  package let file: Line?
}
