import Foundation

/// Where errors go.
enum StandardError {
  static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}

/// Where a context may come from.
enum StandardInput {
  static func read() -> Data? {
    try? FileHandle.standardInput.readToEnd() ?? Data()
  }
}

/// Text as JSON.
enum JSONText {
  /// Returns the text as a JSON string.
  static func quoted(_ text: String) -> String {
    let data = try? JSONEncoder().encode(text)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
