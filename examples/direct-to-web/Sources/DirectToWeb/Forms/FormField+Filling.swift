extension FormField {
  /// Puts what is stored into the field, and chooses a component that can hold it.
  mutating func fill(isNew: Bool) {
    switch (property, shown) {
    case (.attribute(let attribute), .value(let value)):
      let typed = format.text(of: value)
      let isEdited = component.hasPrefix("Edit") && component != Self.fixed
      if attribute.isSecret && isEdited { component = "EditPassword" }
      if typed == nil || attribute.kind == .blob { isEditable = false }
      if component == Self.fixed || component.hasPrefix("Display") { isEditable = false }
      text =
        isEditable
        ? typed ?? ""
        : value.displayText(
          isSecret: attribute.isSecret || component == "DisplayPassword")
      canBeNull =
        format == .text && isEditable && !isRequired && !attribute.isNotNull
        && attribute.keyPosition == nil && component != "EditPassword"
      isNull = value.isNull && canBeNull
      if component == "EditPassword" { text = "" }
      // A browser lets nobody save an empty field that needs a value, also when it was empty before.
      if !isNew && value == "" { isRequired = false }
      if isEditable { component = fittingComponent }
    case (.attribute(let attribute), .bytes):
      if component != Self.file { isEditable = false }
      canBeNull = isEditable && !isRequired && !attribute.isNotNull && !text.isEmpty
    case (.relationship, .reference(let option, _)): text = option
    default: break
    }
    if !isEditable && component.hasPrefix("Edit") {
      component = Self.fixed
      if case .relationship = property {
        text = chosenText
      }
    }
  }

  /// The texts of the options that are chosen; nothing for a row that may not be seen.
  var chosenText: String {
    options.filter { $0.isChosen && $0.value != Picker.unchanged }.map(\.text)
      .joined(separator: ", ")
  }

  /// Another component where the input of the chosen one would lose something of the text.
  private var fittingComponent: String {
    let hasLines = text.utf8.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let plain = hasLines ? "EditLargeString" : "EditString"
    switch component {
    case "EditString", "EditPassword": return hasLines ? plain : component
    case "EditEmail":
      return text.isEmpty || text.isAddress ? component : plain
    case "EditNumber": return text.isEmpty || Double(typed: text) != nil ? component : plain
    case "EditDate", "EditTime", "EditTimestamp":
      return text.isEmpty || inputText != nil ? component : plain
    case "EditEnumeration": return format == .choice ? component : plain
    default: return component
    }
  }

  /// What stands in the input: for days and times the form that browsers know.
  var inputText: String? {
    let kind: Moment.Kind
    switch format {
    case .moment(let own): kind = own
    case .numberedTime: kind = .timestamp
    default: return text
    }
    guard let moment = Moment(text), moment.kind == kind else { return nil }
    return moment.inputText
  }

  /// The options of a column with few values.
  mutating func addOptions(_ attribute: Attribute, none: String, _ texts: PageTexts) {
    guard case .value(let value) = shown, !attribute.isSecret else { return }
    let current = format.text(of: value) ?? ""
    var options: [(value: String, text: String)]
    switch format {
    case .boolean: options = [("1", texts["yes"]), ("0", texts["no"])]
    case .choice:
      options = (attribute.allowedValues ?? []).filter { !$0.isNull }.map {
        ($0.token, $0.displayText(isSecret: false))
      }
    default: return
    }
    if !options.contains(where: { $0.value.hasSameBytes(as: current) }) && !current.isEmpty {
      options.append((current, value.displayText(isSecret: false)))
    }
    if !attribute.isNotNull || current.isEmpty { options.insert(("", none), at: 0) }
    self.options = options.map {
      Option(value: $0.value, text: $0.text, isChosen: $0.value.hasSameBytes(as: current))
    }
  }

  /// Puts back what a user typed or chose.
  mutating func show(_ body: FormBody) {
    if body["\(token).pick"] == "theirs" { return }
    switch shown {
    case .value:
      guard let typed = body[token], component != "EditPassword" else { return }
      // A timestamp comes back as browsers write it.
      text = format.isSame(typed, text) ? text : typed.withLineFeeds
      isNull = canBeNull && body["\(token).null"] != nil
      component = fittingComponent
      choose { $0.hasSameBytes(as: typed) }
    case .reference:
      guard let chosen = body[token] else { return }
      text = chosen
      choose { $0.hasSameBytes(as: chosen) }
    case .bytes: break
    case .links:
      let chosen = Set(body.values("\(token)[]"))
      if !chosen.isEmpty { choose(chosen.contains) }
    }
  }

  /// Shows no value, where several rows have different ones.
  mutating func forget() {
    text = ""
    isNull = false
    choose { $0.isEmpty }
  }

  private mutating func choose(_ isChosen: (String) -> Bool) {
    for index in options.indices { options[index].isChosen = isChosen(options[index].value) }
  }
}

extension String {
  /// Whether a browser takes it for an address of mail, and leaves it as it is.
  ///
  /// - SOURCE: the regular expression of HTML's `input type=email`, a little stricter.
  fileprivate var isAddress: Bool {
    wholeMatch(of: /[a-zA-Z0-9.!#$%&'*+\/=?^_`{|}~-]+@[a-zA-Z0-9]+([.-][a-zA-Z0-9]+)*/) != nil
      && utf8.count < 250
  }
}

extension Value {
  /// The text for people who only look.
  func displayText(isSecret: Bool) -> String {
    switch self {
    case .null: ""
    case _ where isSecret: "••••••"
    case .integer(let value): String(value)
    case .real(let value): "\(value.rounded15)"
    case .text(let text): text
    case .blob(let bytes), .malformedText(let bytes):
      bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    }
  }
}
