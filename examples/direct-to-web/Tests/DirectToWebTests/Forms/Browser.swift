import Testing

@testable import DirectToWeb

/// Sends a form as a browser does.
struct Browser {
  /// The fields of the page, as names and values.
  var fields: [(name: String, value: String)]
  let form: Form

  init(_ form: Form) {
    self.form = form
    fields = [("original", form.original)]
    for field in form.fields where field.isEditable {
      let values = field.templateValues(.english, selectHref: nil)
      let value = values["value"] as? String ?? ""
      switch field.component {
      case "EditToMany":
        fields.append((field.token + "[]", ""))
        for option in field.options where option.isChosen {
          fields.append((field.token + "[]", option.value))
        }
      case "EditToOne", "EditBool", "EditEnumeration":
        let chosen = field.options.first(where: \.isChosen) ?? field.options.first
        if let chosen { fields.append((field.token, chosen.value)) }
      case "EditLargeString":
        fields.append((field.token, value.withLineFeeds.replacing("\n", with: "\r\n")))
      case "EditTime", "EditTimestamp":
        // Browsers leave seconds out that are zero.
        let short = value.hasSuffix(":00") && value.filter { $0 == ":" }.count == 2
        fields.append((field.token, short ? String(value.dropLast(3)) : value))
      case "EditPassword": fields.append((field.token, ""))
      default: fields.append((field.token, value))
      }
      if field.canBeNull && field.isNull { fields.append((field.token + ".null", "1")) }
    }
  }

  /// The field of a property.
  func field(_ name: String) throws -> FormField {
    try #require(form.fields.first { $0.property.name.hasSameBytes(as: name) })
  }

  /// Types into a field, or chooses.
  mutating func type(_ text: String, into name: String) throws {
    let token = try field(name).token
    let place = try #require(fields.firstIndex { $0.name == token })
    fields[place].value = text
  }

  /// Chooses an option by its text.
  mutating func choose(_ text: String, in name: String) throws {
    let option = try #require(try field(name).options.first { $0.text.hasSameBytes(as: text) })
    try type(option.value, into: name)
  }

  /// Checks or clears the box for "no value".
  mutating func setNull(_ isNull: Bool, _ name: String) throws {
    let token = try field(name).token
    fields.removeAll { $0.name == token + ".null" }
    if isNull { fields.append((token + ".null", "1")) }
  }

  /// Checks exactly these boxes.
  mutating func check(_ texts: [String], in name: String) throws {
    let field = try field(name)
    fields.removeAll { $0.name == field.token + "[]" && !$0.value.isEmpty }
    for option in field.options where texts.contains(option.text) {
      fields.append((field.token + "[]", option.value))
    }
  }

  /// The body, through the bytes that a browser sends.
  func body() throws -> FormBody {
    let pairs = fields.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }
    return try FormBody(decoding: Array(pairs.joined(separator: "&").utf8))
  }

  static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: " "): result += "+"
      default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return result
  }
}

extension AccessFixture {
  static let seal = Seal()

  func forms(_ name: String = "ann", team: Int = 1) throws -> Forms {
    Forms(try access(name, team: team), to: file, user: name, seal: Self.seal)
  }

  func page(_ entity: String, _ key: [Value], _ forms: Forms) async throws -> Browser {
    try await page(entity, try #require(RowKey(key)), forms)
  }

  func page(_ entity: String, _ key: RowKey, _ forms: Forms) async throws -> Browser {
    let form = try await forms.edit(key, of: try self.entity(entity))
    return Browser(try #require(form))
  }

  func newPage(_ entity: String, _ forms: Forms) async throws -> Browser {
    let form = try await forms.new(try self.entity(entity))
    return Browser(try #require(form))
  }

  func save(_ page: Browser, _ forms: Forms) async throws -> SaveResult {
    try await forms.save(try page.body(), key: page.form.key, of: page.form.entity)
  }

  /// Rules that show everything in forms that there is.
  static let allProperties = """
    { key = "displayPropertyKeys", value = function(c)
      local all = {}
      for _, list in ipairs({ c.entity.attributes, c.entity.toOne, c.entity.toMany }) do
        for _, entry in ipairs(list) do all[#all + 1] = entry.name end
      end
      return all
    end },
    """
}

extension SaveResult {
  /// One line: what a test looks at.
  var summary: String {
    switch self {
    case .saved(let changes): return WriteResult.written(changes).summary
    case .invalid(let form):
      let fields = form.fields.compactMap { field in
        field.error.map { "\(field.property.name) (\(field.text)): \($0)" }
      }
      return "invalid: " + (form.problems + fields).joined(separator: "; ")
    case .conflict(let form):
      return "conflict: "
        + form.fields.map { "\($0.label): \($0.original), \($0.theirs), \($0.yours)" }
        .joined(separator: "; ")
    case .gone(let lines): return "gone: \(lines.map { "\($0.label): \($0.text)" })"
    case .refused(let notice): return "refused: \(notice)"
    case .wrongSeal: return "wrong seal"
    }
  }

  var form: Form? {
    if case .invalid(let form) = self { form } else { nil }
  }

  var conflict: ConflictForm? {
    if case .conflict(let form) = self { form } else { nil }
  }
}
