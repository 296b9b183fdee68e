import LuaRules

/// The page that shows all parts of the design system, for who may explain pages.
///
/// People who write a template or a style sheet of their own see here what there is, in light and dark.
struct PartsPage: Sendable {
  private static let title = "Parts"

  let request: PageRequest

  /// Prepares the page; nil for whom `mayExplain` does not allow it.
  init?(_ request: PageRequest) {
    guard request.mayExplain(request.context, nil) else { return nil }
    self.request = request
  }

  func answer() -> PageAnswer {
    let texts = ["display", "edit"].map { kind -> [String: Any] in
      [
        "heading": kind == "display" ? "Values" : "Fields",
        "components": components.filter { $0.lowercased().hasPrefix(kind) }.map(sample),
      ]
    }
    return request.html(
      [
        "page": "PageParts", "title": Self.title, "navigationBarTitle": Self.title,
        "kinds": texts,
        "classes": ["strong", "good", "warn", "bad", "faint", "number"].map { ["name": $0] },
        "colors": [
          "ground", "paper", "raised", "accent", "accent-soft", "danger", "warn",
        ].map { ["name": $0] },
        "sizes": ["s", "m", "l", "xl"].map { ["name": $0] },
      ], in: request.context, of: nil)
  }

  private var components: [String] {
    request.templates.names.filter { $0.hasPrefix("Display") || $0.hasPrefix("Edit") }.sorted()
  }

  /// What a component reads, with something to show in each name.
  private func sample(_ component: String) -> [String: Any] {
    let options = ["First", "Second"].enumerated().map { place, text -> [String: Any] in
      ["value": text, "text": text, "isChosen": place == 0]
    }
    let text = Self.samples[component] ?? "A text"
    return [
      "component": component, "name": component, "id": "part-\(component)", "label": component,
      "text": text, "value": text, "link": component == "DisplayLink" ? "#main" as Any : false,
      "machineText": false, "state": "yes", "class": "", "options": options, "isRequired": false,
      "describedBy": false, "error": false, "maximumLength": false, "placeholder": false,
      "minimum": false, "maximum": false, "step": "any", "selectHref": false,
      "suggestHref": false, "addHref": false, "href": false,
      "isField": component.hasPrefix("Edit") && component != "EditToMany",
    ]
  }

  private static let samples = [
    "DisplayBool": "Yes", "DisplayNumber": "1,234.50", "DisplayDate": "20 Dec 2025, 18:33",
    "DisplayPassword": "••••••", "EditNumber": "1234.5", "EditDate": "2025-12-20",
    "EditTime": "18:33", "EditTimestamp": "2025-12-20T18:33", "EditEmail": "ada@example.org",
    "EditPassword": "",
  ]
}
