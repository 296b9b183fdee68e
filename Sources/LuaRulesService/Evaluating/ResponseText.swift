#if Service
  import LuaRules

  /// JSON that is appended to bytes, without a copy of its parts.
  struct ResponseText {
    private(set) var bytes: [UInt8] = []

    /// Appends text as it is.
    mutating func append(_ text: StaticString) {
      bytes.append(contentsOf: text.description.utf8)
    }

    /// Appends JSON that is complete.
    mutating func append(json: String) {
      bytes.append(contentsOf: json.utf8)
    }

    /// Appends a string in quotes.
    mutating func append(quoted text: String) {
      JSON.append(quoted: text, to: &bytes)
    }

    /// Appends the answer of a flag as an object.
    mutating func append(_ answer: FlagAnswer) {
      append("{\"key\":")
      append(quoted: answer.key)
      append(",\"reason\":\"")
      append(json: answer.reason.rawValue)
      append("\",\"variant\":")
      append(quoted: answer.variant)
      if let value = answer.value {
        append(",\"value\":")
        append(json: value)
      }
      append(",\"metadata\":{\"generation\":")
      append(json: String(answer.generation))
      if let location = answer.location {
        append(",\"file\":")
        append(quoted: location.file)
        if let line = location.line {
          append(",\"line\":")
          append(json: String(line))
        }
      }
      if let failure = answer.failure {
        append(",\"errorDetails\":")
        append(quoted: failure.details)
      }
      append("}}")
    }

    /// Appends an error as an object.
    mutating func append(_ failure: FlagFailure, key: String? = nil) {
      append("{")
      if let key {
        append("\"key\":")
        append(quoted: key)
        append(",")
      }
      append("\"errorCode\":\"")
      append(json: failure.code.rawValue)
      append("\",\"errorDetails\":")
      append(quoted: failure.details)
      append("}")
    }
  }
#endif
