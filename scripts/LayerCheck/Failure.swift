/// Why nothing could be checked.
struct Failure: Error {
  var message: String

  init(_ message: String) { self.message = message }
}
