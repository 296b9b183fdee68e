/// What a browser sent of a form, read and not yet written.
struct SentForm: Sendable {
  /// A form, or why nothing of it can be written.
  enum Outcome: Sendable {
    case form(SentForm)
    case answer(SaveResult)
  }

  let reading: FormReading
  let body: FormBody
  let originals: Originals

  /// Whether every field came back as it was shown.
  var isUnchanged: Bool { !reading.isTouched }

  /// What has to be written.
  func command(parent: RowCommand.Parent? = nil) -> RowCommand {
    let entity = reading.form.entity
    guard let key = reading.form.key else {
      return .insert(entity, reading.edit, parent: parent)
    }
    return .update(ShownRow(key, values: originals.values(of: entity)), of: entity, reading.edit)
  }
}

/// What a body says about the fields of a form.
struct FormReading: Sendable {
  let form: Form
  var edit = RowEdit()
  /// What is wrong, by token.
  var problems: [String: String] = [:]
  /// Whether a field came back otherwise than it was shown, rightly or wrongly.
  private(set) var isTouched = false

  init(_ form: Form, _ body: FormBody, _ originals: Originals, _ texts: PageTexts) {
    self.form = form
    for field in form.fields + form.otherFields
    where field.isEditable && originals.fields[field.token] != nil {
      do throws(FieldFormat.Fault) {
        let input = try field.input(body)
        if input != .unchanged { isTouched = true }
        if let message = field.objection(to: input, texts) {
          problems[field.token] = message
        } else {
          add(input, of: field.property)
        }
      } catch {
        isTouched = true
        problems[field.token] = texts[error.text]
      }
    }
  }

  private mutating func add(_ input: FormField.Input, of property: Property) {
    switch (input, property) {
    case (.value(let value), .attribute(let attribute)): edit.values[attribute.identifier] = value
    case (.row(let key), .relationship(let relationship)):
      edit.references[relationship] = .some(key)
    case (.links(let links), .relationship(let relationship)): edit.links[relationship] = links
    default: break
    }
  }
}

extension String {
  /// The token of a field, of the name of an input: `f3` of `f3`, `f3[]`, `f3.null` and `f3.pick`.
  var fieldToken: String? {
    var stem = self[...]
    for suffix in ["[]", ".null", ".pick"] where stem.hasSuffix(suffix) {
      stem = stem.dropLast(suffix.count)
      break
    }
    let digits = stem.dropFirst().utf8
    guard stem.utf8.first == UInt8(ascii: "f"), !digits.isEmpty,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return String(stem)
  }
}
