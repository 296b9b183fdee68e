/// The reason why something cannot be renamed.
package struct RenameError: Error {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}
