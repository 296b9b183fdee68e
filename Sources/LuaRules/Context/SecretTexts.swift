import LuaBridge

/// The texts of the secrets that an evaluation has read, used to redact
/// messages.
///
/// A rule or a host function may put a secret into the message of an error, or
/// print it. The author of a message cannot be asked, so the message is
/// searched for the texts. Only whole texts of at least four bytes are found,
/// and the beginning of a text where the message was cut. A text that a rule
/// derives from a secret, such as its upper-case form, is not found.
struct SecretTexts {
  /// INVARIANT: each at least `leastLength` bytes long.
  private var texts: Set<[UInt8]> = []
  /// Whether there were more texts than the capacity; then whole messages are
  /// redacted.
  private var isOverfull = false

  static let leastLength = 4
  private static let capacity = 20_000

  init() {}

  var isEmpty: Bool { texts.isEmpty && !isOverfull }

  /// Notes the text of a scalar; tables are noted scalar by scalar.
  mutating func note(_ value: LuaValue) {
    switch value {
    case .string(let string): note(string, literal: value.literal)
    case .bytes(let bytes):
      add(bytes)
      note(String(decoding: bytes, as: UTF8.self), literal: value.literal)
    case .integer: add(Array(value.literal.utf8))
    case .number:
      add(Array(value.literal.utf8))
      if value.literal.hasSuffix(".0") { add(Array(value.literal.utf8.dropLast(2))) }
    case .table(let table):
      table.elements.forEach { note($0) }
      table.fields.forEach { note($0.value) }
    case .nil, .null, .boolean, .object, .function: break
    }
  }

  /// Notes the parts of a value that its type declares secret.
  mutating func noteSecrets(in value: LuaValue, of type: ValueType) {
    guard type.hasSecrets, case .table(let table) = value else { return }
    let type = type.withoutNull
    var elementType = type.elementType
    if case .dictionary(let entry) = type { elementType = entry }
    for element in table.elements { noteSecrets(in: element, of: elementType) }
    for (name, value) in table.fields {
      if type.isSecret(at: [name]) {
        note(value)
      } else {
        noteSecrets(in: value, of: type.type(ofMember: name))
      }
    }
  }

  /// Notes a text in all forms in which messages, reports and JSON show it.
  private mutating func note(_ text: String, literal: String) {
    add(Array(text.utf8))
    guard text.utf8.contains(where: { !Self.isPlain($0) }) || text.utf8.count > 60 else { return }
    add(Self.inner(literal))
    add(Self.inner(JSON.quoted(text)))
    add(Array(PrintableText.of(text).utf8))
    add(Array(PrintableText.of(String(decoding: Self.inner(literal), as: UTF8.self)).utf8))
  }

  /// Returns whether a byte is written unchanged in all of these forms.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F) ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  mutating func formUnion(_ other: SecretTexts) {
    other.texts.forEach { add($0) }
    isOverfull = isOverfull || other.isOverfull
  }

  private mutating func add(_ text: [UInt8]) {
    guard text.count >= Self.leastLength else { return }
    guard texts.count < Self.capacity else {
      isOverfull = isOverfull || !texts.contains(text)
      return
    }
    texts.insert(text)
  }

  /// Returns the text between the quotes of a literal, without the mark of a
  /// cut.
  private static func inner(_ literal: String) -> [UInt8] {
    guard literal.hasPrefix("\"") else { return Array(literal.utf8) }
    let text = Array(literal.utf8.dropFirst().dropLast())
    return text.ends(with: cut) ? text.dropLast(cut.count) : text
  }

  // MARK: Finding

  /// Returns whether a value has the text of a secret in it.
  func occur(in value: LuaValue) -> Bool {
    switch value {
    case .string(let text): occur(in: text)
    case .bytes(let bytes): occur(in: String(decoding: bytes, as: UTF8.self))
    case .integer, .number: occur(in: value.literal)
    case .table(let table):
      table.elements.contains { occur(in: $0) } || table.fields.contains { occur(in: $0.value) }
    case .nil, .null, .boolean, .object, .function: false
    }
  }

  private func occur(in text: String) -> Bool { !isEmpty && masking(text) != text }

  // MARK: Masking

  /// The mark at the end of a cut text.
  private static let cut = Array("…".utf8)
  private static let mask = Array(Redaction.text.utf8)

  /// Returns the text with `Redaction.text` in place of each secret.
  func masking(_ text: String) -> String {
    guard !isEmpty else { return text }
    guard !isOverfull else { return Redaction.text }
    let bytes = Array(text.utf8)
    // If one secret begins with another one, the longer secret is replaced.
    let secrets = Dictionary(grouping: texts.sorted { $0.count > $1.count }) {
      Array($0.prefix(Self.leastLength))
    }
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let rest = bytes[position...]
      let candidates = secrets[Array(rest.prefix(Self.leastLength))] ?? []
      if let length = candidates.lazy.compactMap({ $0.lengthFound(at: rest) }).first {
        result += Self.mask
        position += length
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate func ends(with suffix: [UInt8]) -> Bool {
    count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }

  /// Returns how many bytes of the secret the text begins with; `nil` unless
  /// these are all bytes of the secret, or all bytes before a cut.
  fileprivate func lengthFound(at text: ArraySlice<UInt8>) -> Int? {
    let length = zip(self, text).prefix { $0 == $1 }.count
    if length == count { return length }
    guard length >= SecretTexts.leastLength else { return nil }
    let rest = text.dropFirst(length)
    return rest.isEmpty || rest.starts(with: "…".utf8) ? length : nil
  }
}

extension RuleError {
  /// Returns the error with `Redaction.text` in place of each secret.
  func masked(_ secrets: SecretTexts) -> RuleError {
    guard !secrets.isEmpty, !isMasked else { return self }
    var masked = self
    masked.message = secrets.masking(message)
    // A spelling hint reveals what the secret is close to.
    let isAboutSecret = masked.message != message
    masked.hint = isAboutSecret ? nil : hint.map(secrets.masking)
    masked.notes = notes.map { note in Note(secrets.masking(note.message), at: note.location) }
    masked.others = others.map { $0.masked(secrets) }
    return masked
  }
}
