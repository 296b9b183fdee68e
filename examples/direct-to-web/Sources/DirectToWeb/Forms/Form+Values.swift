extension Form {
  /// Returns what the template `PageEdit` reads of the form.
  ///
  /// The titles and addresses of the page are not in it. Every name that a template of a field reads is
  /// set, `false` for none, because a name that is not found is looked for around the field. The closure
  /// gives the address of a page to choose a row, for a field with more rows than options, and another one
  /// that of a page to make a row.
  func templateValues(
    _ texts: PageTexts,
    selectHref: (FormField) -> String? = { _ in nil },
    addHref: (FormField) -> String? = { _ in nil }
  ) -> [String: Any] {
    [
      "original": original, "formName": "\(entity.name) \(key?.token ?? "")",
      "problems": problemValues(texts), "isLocked": isLocked,
      "hasFiles": fields.contains { $0.component == FormField.file },
      "keptFields": keptFields.map { ["name": $0.name, "value": $0.value] },
      "keptText": keptText(texts) ?? false as Any,
      "sections": sections.map { section in
        [
          "heading": section.heading.orFalse,
          "fields": section.fields.map {
            $0.templateValues(texts, selectHref: selectHref($0), addHref: addHref($0))
          },
        ] as [String: Any]
      },
    ]
  }

  private func keptText(_ texts: PageTexts) -> String? {
    if keptLabels.isEmpty { return nil }
    return texts["hiddenFieldsKept", ["fields": keptLabels.joined(separator: ", ")]]
  }

  private func problemValues(_ texts: PageTexts) -> Any {
    let wrong = fields.compactMap { field in
      field.error.map { error -> [String: Any] in
        let text = field.label.isEmpty ? error : "\(field.label): \(error)"
        return ["text": text, "href": "#\(field.token)"]
      }
    }
    let items = problems.map { ["text": $0, "href": false] as [String: Any] } + wrong
    if items.isEmpty { return false }
    let text = texts[isLocked ? "rowIsLocked" : "wasNotSaved"]
    return ["text": text, "items": items] as [String: Any]
  }
}

extension FormField {
  /// What the templates of a field read.
  ///
  /// - Parameters:
  ///   - texts: The texts of the page.
  ///   - selectHref: Where a row is chosen that is not among the options.
  ///   - addHref: Where a row is made that is then chosen.
  ///   - prefix: What stands before the name, on a page with several rows.
  /// - Returns: The values by their names in the templates.
  func templateValues(
    _ texts: PageTexts, selectHref: String?, addHref: String? = nil, prefix: String = ""
  ) -> [String: Any] {
    let token = prefix + token
    let ids = [hint.isEmpty ? nil : "\(token)-hint", error == nil ? nil : "\(token)-error"]
    let step: String? =
      switch format {
      case .integer: "1"
      case .number, .decimal: "any"
      default: nil
      }
    return [
      "id": token, "name": token, "label": label.orFalse, "rowComponent": rowComponent,
      "component": component, "value": inputText ?? text, "text": text, "class": style,
      "hint": hint.orFalse, "error": error ?? false,
      "describedBy": ids.compactMap(\.self).joined(separator: " ").orFalse,
      "isRequired": isRequired, "isMarked": isMarked, "isReadOnly": !isEditable,
      "isGroup": component == "EditToMany", "isWatched": isWatched,
      "labelFor": isEditable || component == Self.fixed ? token as Any : false,
      "canBeNull": canBeNull && shown != .bytes, "isNull": isNull,
      "minimum": minimum.map(\.shortText) ?? false, "maximum": maximum.map(\.shortText) ?? false,
      "maximumLength": maximumLength.map(String.init) ?? false, "step": step ?? "any",
      "accept": fileTypes.isEmpty ? false : fileTypes.joined(separator: ",") as Any,
      "sizeText": maximumSize.map { texts["atMostSize", ["size": $0.sizeText]] }.orFalse,
      "fileText": shown == .bytes && !text.isEmpty ? text as Any : false,
      "canRemove": shown == .bytes && canBeNull,
      "placeholder": false, "selectHref": (hasMoreChoices ? selectHref : nil) ?? false,
      "suggestHref": (hasMoreChoices ? selectHref : nil) ?? false, "addHref": addHref ?? false,
      "link": false, "image": false, "href": false, "state": text, "machineText": text,
      "isChosen": false,
      "options": options.map {
        ["value": $0.value, "text": $0.text, "isChosen": $0.isChosen] as [String: Any]
      },
    ]
  }
}

extension ConflictForm {
  /// What the template `PageConflict` reads, without title, sentence and addresses.
  public var templateValues: [String: Any] {
    [
      "original": original,
      "keptFields": keptFields.map { ["name": $0.name, "value": $0.value] },
      "fields": fields.map(\.templateValues),
    ]
  }
}

extension ConflictForm.Field {
  var templateValues: [String: Any] {
    [
      "label": label, "name": token, "original": original, "by": false, "theirs": theirs,
      "yours": yours, "yoursValue": yoursValue,
    ]
  }
}

extension String {
  /// False for an empty text: to a template an empty text is there.
  fileprivate var orFalse: Any { isEmpty ? false : self }
}
