import LuaRules

/// The value of one property of one row, as a component shows it.
struct Cell: TemplateValues {
  /// The name of the template.
  let component: String
  var shown: ShownValue
  /// Whether there is no value.
  let isEmpty: Bool
  /// Classes of the style sheet.
  let classNames: String
  /// Where the cell leads; nil: nowhere, or where the value leads.
  var href: String?
  /// Where it is explained; nil: nowhere.
  var why: String?
  /// Where the image is that the value holds; nil: it holds none.
  var image: String?

  /// The template around the component, for a list.
  private var cellName: String {
    if why != nil { return "ListCellWhy" }
    return href == nil || shown.link != nil ? "ListCell" : "ListCellLink"
  }

  /// What the template of a cell, and those of components in it, read.
  func child(named name: String) -> Any? {
    switch name {
    case "component": component
    case "text": shown.text
    case "class": isEmpty ? classNames + " none" : classNames
    // A link within a link is no HTML.
    case "cell": cellName
    case "href": shown.link == nil ? href.orFalse : false
    case "why": why.orFalse
    case "machineText": shown.machineText.isEmpty ? false : shown.machineText
    case "state": shown.state
    case "link": shown.link.orFalse
    case "image": image.orFalse
    default: nil
    }
  }
}

/// The value of a property with its label, as the template of a line reads it.
struct CellLine: TemplateValues {
  let cell: Cell
  var values: [String: Any]

  func child(named name: String) -> Any? { values[name] ?? cell.child(named: name) }
}

extension PageRequest {
  /// Asks how a property of a row is shown.
  func cell(
    _ property: PageProperty, of row: RowList.Row, _ access: Access,
    limit: Int = ShownValue.cellLimit
  ) -> Cell {
    let value = plainValue(property, row)
    var cell = cell(property, value, object: row.object, of: row.entity, access, limit: limit)
    if cell.shown.link == nil { cell.shown.link = link(property, row, value) }
    if cell.component == "DisplayImage" { cell.image = image(property, row, value) }
    return cell
  }

  /// Where an image is that browsers show; nil for other values.
  private func image(_ property: PageProperty, _ row: RowList.Row, _ value: Value) -> String? {
    guard case .column(_, let attribute) = property.source, case .blob(let bytes) = value,
      let key = row.key, property.path?.steps.isEmpty == true, FileType(of: bytes).isShownImage
    else { return nil }
    return addresses.image(row.entity, key, attribute)
  }

  /// Asks how the value is shown that all rows of a group have; rules see no `object`.
  func groupCell(_ property: PageProperty, of row: RowList.Row, _ access: Access) -> Cell {
    let value = plainValue(property, row)
    var cell = cell(property, value, object: nil, of: row.entity, access)
    if cell.shown.link == nil { cell.shown.link = link(property, row, value) }
    return cell
  }

  /// Asks how a value of a property is shown, of one row (`object`) or of many.
  func cell(
    _ property: PageProperty, _ value: Value, object: RuleRecord?, of entity: Entity,
    _ access: Access, limit: Int = ShownValue.cellLimit
  ) -> Cell {
    var context = property.context
    context.object = object
    let isSecret = property.attribute?.isSecret == true
    if !isSecret { context.propertyValue = value.lua }
    func subject() -> String { "\(entity.name).\(property.key)" }
    var look = property.look.answers
    let component =
      look.component
      ?? template(
        ask(\.component, "component", of: subject(), in: context, else: "DisplayString"),
        "component", of: subject(), else: "DisplayString")
    let classNames =
      look.classNames
      ?? ask(\.`class`, "class", of: subject(), in: context, else: "").classNames(
        and: ask(\.justification, "justification", of: subject(), in: context, else: ""))
    let displayString =
      look.displayString
      ?? ask(\.displayString, "displayString", of: subject(), in: context, else: nil)
    func formatter() -> String {
      look.formatter ?? ask(\.formatter, "formatter", of: subject(), in: context, else: "")
    }
    if !look.isKnown {
      look = CellLook.Answers(
        component: component, classNames: classNames, displayString: displayString,
        formatter: formatter())
      property.look.keep(look, by: access.ruleFacts)
    }
    var shown: ShownValue
    var isEmpty = false
    if isSecret || component == "DisplayPassword" {
      shown = ShownValue(text: value.isNull ? "" : "••••••")
    } else if let text = displayString {
      // The rule makes the text; where the value leads, and what programs read, stays.
      shown =
        value.isNull
        ? ShownValue(text: "") : ShownValue(value, of: property.attribute, limit: limit)
      shown.text = text.prefix(scalars: limit)
      isEmpty = text.isEmpty
    } else if value.isNull {
      shown = ShownValue(
        text: ask(
          \.displayStringForNil, "displayStringForNil", of: subject(), in: context, else: "–"))
      isEmpty = true
    } else {
      shown = ShownValue(value, of: property.attribute, limit: limit)
      shown.suit(component, value, limit: limit)
      if !shown.state.isEmpty { shown.text = texts[shown.state] }
      let pattern = formatter()
      if !pattern.isEmpty {
        if let text = FormatPattern(pattern)?.text(of: value) {
          shown.text = text
        } else if FormatPattern(pattern) == nil {
          access.refuse("formatter", subject(), "`\(pattern)` is no pattern such as `%.2f €`")
        }
      }
    }
    return Cell(component: component, shown: shown, isEmpty: isEmpty, classNames: classNames)
  }

  /// The value of a property: of a relationship the label of the row, or the number of rows.
  func plainValue(_ property: PageProperty, _ row: RowList.Row) -> Value {
    switch property.source {
    case .column(let index, _): return row.values[index]
    case .none: return .null
    case .related(let index, _):
      switch row.related[index] {
      case .row(let related): return related.map { .text($0.text) } ?? .null
      case .count(.exactly(0)): return .null
      case .count(let count): return .text(count.text(texts))
      }
    }
  }

  /// Where the rows at the end of a relationship are, or the bytes of a column.
  private func link(_ property: PageProperty, _ row: RowList.Row, _ value: Value) -> String? {
    switch property.source {
    case .none: return nil
    case .column(_, let attribute):
      guard case .blob = value, let key = row.key, property.path?.steps.isEmpty == true else {
        return nil
      }
      return addresses.bytes(row.entity, key, attribute)
    case .related(let index, let relationship):
      guard let other = model.destination(of: relationship) else { return nil }
      switch row.related[index] {
      case .row(let related): return related?.key.map { addresses.row(other, $0) }
      case .count(.exactly(0)): return nil
      case .count: return row.key.map { addresses.related($0, relationship, other) }
      }
    }
  }
}

extension RowList.RelatedRow {
  /// The label, or the key where there is none.
  var text: String {
    let words = label.labelText
    if !words.isEmpty { return isRepeated ? words + (key?.suffix ?? "") : words }
    return key.map { $0.values.labelText } ?? "(no name)"
  }
}

extension [Value] {
  /// The values as one text that names a row.
  var labelText: String {
    filter { !$0.isNull }.map { ShownValue($0, of: nil, limit: 200).text }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}
