import Dispatch
import Foundation

/// Reads passwords from a terminal without showing them.
struct HiddenInput {
  /// Why there is no password.
  struct Problem: Error {
    let message: String
  }

  /// Reads a password, from a terminal twice, else one line of standard input.
  static func password(of name: String) throws(Problem) -> String {
    guard isatty(STDIN_FILENO) == 1 else { return try line() }
    let password = try hiddenLine("password of \(name): ")
    guard try hiddenLine("again: ") == password else {
      throw Problem(message: "the two passwords differ")
    }
    return password
  }

  private static func line() throws(Problem) -> String {
    guard let text = readLine(strippingNewline: true), !text.isEmpty else {
      throw Problem(message: "there is no password")
    }
    return text
  }

  private static func hiddenLine(_ prompt: String) throws(Problem) -> String {
    var usual = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &usual) == 0 else {
      throw Problem(message: "the terminal cannot be told to hide the password")
    }
    var hidden = usual
    hidden.c_lflag &= ~tcflag_t(ECHO)
    // A terminal must not stay dumb after Control-C.
    let interrupt = interruption { [usual] in Self.set(usual) }
    defer { interrupt.cancel() }
    guard set(hidden) else {
      throw Problem(message: "the terminal cannot be told to hide the password")
    }
    defer {
      set(usual)
      write("\n")
    }
    write(prompt)
    return try line()
  }

  private static func interruption(
    _ restore: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      restore()
      exit(130)
    }
    source.setCancelHandler { signal(SIGINT, SIG_DFL) }
    source.resume()
    return source
  }

  @discardableResult
  private static func set(_ settings: termios) -> Bool {
    var settings = settings
    return unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0
  }

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
