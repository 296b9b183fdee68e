/// Where a table was made while a file was running.
package struct LuaTableOrigin: Hashable, Sendable {
  /// A line in a chunk.
  package struct Line: Hashable, Sendable {
    package let chunk: Int32
    package let line: Int32
  }

  /// The line of the instruction behind the one that made the table.
  package let code: Line
  /// The line of the function with that instruction; 0 for the code of a file outside of functions.
  package let function: Int32
  /// The line of the file that was running; the same line if the file itself made the table.
  ///
  /// It is the line of a function if the file has ended with `return f()`.
  package let file: Line
}
