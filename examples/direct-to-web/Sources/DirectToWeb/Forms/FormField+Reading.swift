extension FormField {
  /// What a user did to a field.
  enum Input: Hashable, Sendable {
    /// It stays as it was shown.
    case unchanged
    /// Another value.
    case value(Value)
    /// Another row; nil for none.
    case row(RowKey?)
    /// Other rows.
    case links(RowEdit.Links)
  }

  /// Reads what a browser sent.
  ///
  /// What comes back as it was shown is unchanged, whatever is stored.
  func input(_ body: FormBody) throws(FieldFormat.Fault) -> Input {
    if body["\(token).pick"] == "theirs" { return .unchanged }
    switch shown {
    case .value(let value): return try input(body, value)
    case .reference(let option, _):
      guard let chosen = body[token], !chosen.hasSameBytes(as: option) else { return .unchanged }
      if chosen.isEmpty { return .row(nil) }
      guard let key = RowKey(token: chosen) else {
        throw FieldFormat.Fault("noSuchRow")
      }
      return .row(key)
    case .bytes:
      if let file = body.file(token) { return .value(.blob(file.bytes)) }
      return body["\(token).remove"] == nil ? .unchanged : .value(.null)
    case .links(let shown, let chosen):
      let sent = body.values("\(token)[]")
      if sent.isEmpty { return .unchanged }
      // One without a text tells that the field was there.
      var now: Set<String> = []
      for text in sent where !text.isEmpty { now.insert(text) }
      let added = try keys(now.subtracting(chosen))
      let removed = try keys(chosen.intersection(shown).subtracting(now))
      return added.isEmpty && removed.isEmpty
        ? .unchanged : .links(RowEdit.Links(added: added, removed: removed))
    }
  }

  private func keys(_ tokens: Set<String>) throws(FieldFormat.Fault) -> Set<RowKey> {
    var keys: Set<RowKey> = []
    for token in tokens {
      guard let key = RowKey(token: token) else {
        throw FieldFormat.Fault("noSuchRow")
      }
      keys.insert(key)
    }
    return keys
  }

  private func input(_ body: FormBody, _ stored: Value) throws(FieldFormat.Fault) -> Input {
    guard let typed = body[token] else { return .unchanged }
    guard let text = format.text(of: stored) else {
      // It was not editable, so nothing of it should have come.
      return .value(.text(typed.withLineFeeds))
    }
    if component == "EditPassword" {
      return typed.isEmpty ? .unchanged : .value(.text(typed))
    }
    if format == .text && canBeNull {
      let isChecked = body["\(token).null"] != nil
      // Who types into a field that had no value may forget the box.
      if isChecked && (typed.isEmpty || !stored.isNull) {
        return stored.isNull ? .unchanged : .value(.null)
      }
      if !stored.isNull && format.isSame(typed, text) { return .unchanged }
      return .value(try format.value(of: typed, like: stored))
    }
    if format.isSame(typed, text) { return .unchanged }
    if typed.isEmpty { return .value(format == .text ? "" : .null) }
    return .value(try format.value(of: typed, like: stored))
  }

  /// What is wrong with a field that was read, before the database is asked.
  func objection(to input: Input, _ texts: PageTexts) -> String? {
    let missing = texts["valueNeeded"]
    switch input {
    case .unchanged:
      switch shown {
      case .value(let value): return isRequired && value.isNull ? missing : nil
      case .reference(let option, _): return isRequired && option.isEmpty ? missing : nil
      case .bytes: return isRequired && text.isEmpty ? missing : nil
      case .links: return nil
      }
    case .row(let key): return isRequired && key == nil ? missing : nil
    case .links: return nil
    case .value(let value):
      if isRequired && (value.isNull || value == "") { return missing }
      if case .blob(let bytes) = value, shown == .bytes { return objection(to: bytes, texts) }
      if case .text(let text) = value, let maximumLength, text.unicodeScalars.count > maximumLength
      {
        return texts["atMostCharacters", ["count": String(maximumLength)]]
      }
      guard let number = value.number(format) else { return nil }
      if let minimum, number < minimum { return texts["atLeast", ["limit": minimum.shortText]] }
      if let maximum, number > maximum { return texts["atMost", ["limit": maximum.shortText]] }
      return nil
    }
  }
}

extension FormField {
  /// What is wrong with a file.
  private func objection(to bytes: [UInt8], _ texts: PageTexts) -> String? {
    if let maximumSize, bytes.count > maximumSize {
      return texts[
        "fileTooLarge", ["limit": maximumSize.sizeText, "size": bytes.count.sizeText]]
    }
    let type = FileType(of: bytes)
    if fileTypes.isEmpty || type.isOne(of: fileTypes) { return nil }
    return texts["fileTypes", ["types": fileTypes.joined(separator: ", "), "type": type.name]]
  }
}

extension Int {
  /// A number of bytes for people.
  var sizeText: String {
    switch self {
    case 1: "1 byte"
    case ..<10_000: "\(self) bytes"
    case ..<10_000_000: "\((self + 500) / 1000) kB"
    default: "\((self + 500_000) / 1_000_000) MB"
    }
  }
}

extension Value {
  fileprivate func number(_ format: FieldFormat) -> Double? {
    switch (self, format) {
    case (.integer(let value), .integer), (.integer(let value), .number): Double(value)
    case (.real(let value), _): value
    case (.text(let text), .decimal): Double(text)
    default: nil
    }
  }
}

extension Double {
  /// Without `.0`.
  var shortText: String { Int64(exactly: self).map(String.init) ?? "\(self)" }
}
