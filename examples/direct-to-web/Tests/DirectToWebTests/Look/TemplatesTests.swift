import Testing

@testable import DirectToWeb

struct TemplatesTests {
  /// Texts that end an attribute or begin an element where they are not escaped.
  private static let hostile = [
    "\"", "'", "<script>", "a&b", "\"\u{301} autofocus", "'\u{20DD} onclick=x", "<\u{301}b>",
    "&\u{301}amp;", ">\u{FE0F}", "\0", "{{title}}", "{{{title}}}",
  ]

  @Test(arguments: hostile)
  func `a value stays a value, in content and in attributes`(text: String) throws {
    let templates = try Templates(others: [
      ("Layout", "<p title=\"{{title}}\">{{title}}{{>*page}}</p>", "a"),
      ("Own", "<b id='{{title}}'>{{#items}}{{.}}{{/items}}</b>", "b"),
    ])
    let html = templates.html(["title": text, "page": "Own", "items": [text]])
    let escaped = SafeHTML().escapeText(text)
    #expect(
      html.unicodeScalars.elementsEqual(
        "<p title=\"\(escaped)\">\(escaped)<b id='\(escaped)'>\(escaped)</b></p>".unicodeScalars))
    // Nothing of HTML is left but what escapes.
    let dangerous: Set<Unicode.Scalar> = ["<", ">", "\"", "'", "\0"]
    #expect(!escaped.unicodeScalars.contains { dangerous.contains($0) })
  }

  @Test(arguments: [
    ("{{{title}}}", "own:1: error: `{{{` would not escape the value; write `{{`"),
    ("a\n{{& title}}", "own:2: error: `{{&` would not escape the value; write `{{`"),
    ("{{=<% %>=}}", "own:1: error: the tags must stay `{{` and `}}`"),
    (
      "\n\n  {{ % CONTENT_TYPE: TEXT}}",
      "own:3: error: a template cannot choose how its values are escaped"
    ),
    (
      "\n<b title={{text}}>",
      "own:2: error: a value in an attribute needs quotes: `\"{{…}}\"`"
    ),
    ("{{>Missing}}", "own:1: error: there is no template `Missing`"),
    ("{{# a}}\n{{/b}}", "own:2: error: sectionCloseNameIncorrect"),
  ])
  func `a template that could harm is refused with its line`(text: String, message: String) {
    let error = #expect(throws: TemplateText.Problem.self) {
      try Templates(others: [("Own", text, "own")])
    }
    #expect(error?.description == message)
  }

  /// A cell, as pages make it.
  private static func cell(_ component: String, _ text: String, link: String?) -> Cell {
    var shown = ShownValue(text: text)
    shown.machineText = text
    shown.state = text
    shown.link = link
    return Cell(component: component, shown: shown, isEmpty: text.isEmpty, classNames: "strong")
  }

  @Test(arguments: hostile + ["", "plain"])
  func `a cell is the same by its own template as by the library`(text: String) throws {
    let templates = try Templates(others: [
      (
        "Own", "{{#link}}<i>{{link}}</i>{{/link}}{{^link}}{{text}}{{/link}}{{#state}}!{{/state}}",
        "a"
      )
    ])
    let components = templates.names.filter { $0.hasPrefix("Display") } + ["Own"]
    #expect(components.count > 10)
    for component in components {
      for (link, href) in [(nil, nil), (nil, text), (text, nil), (text, text)]
        as [(String?, String?)]
      {
        var cell = Self.cell(component, text, link: link)
        cell.href = href
        let name = try #require(cell.child(named: "cell") as? String)
        let html = try #require(templates.html([cell]), "\(component)")
        #expect(
          SafeHTML().escapeText(html.renderText) == templates.html(cell, in: name), "\(component)")
      }
    }
  }

  @Test(arguments: [
    "{{> DisplayString}}", "{{a.b}}", "{{#a}}", "{{/a}}", "{{#a}}{{/b}}", "{{", "{{.}}", "{{!x}}",
  ])
  func `a cell with other tags is left to the library`(text: String) {
    #expect(CellTemplate(text) == nil)
  }

  @Test(arguments: hostile) func `rendered cells are the one value that is shown as it is`(
    text: String
  ) throws {
    let templates = try Templates(others: [("Layout", "<p>{{cellsHTML}}</p>", "a")])
    let html = try #require(templates.html([Self.cell("DisplayString", text, link: nil)]))
    let cell = "<td class=\"strong\">\(SafeHTML().escapeText(text))</td>"
    #expect(templates.html(["cellsHTML": html]) == "<p>\(cell)</p>")
    let escaped = SafeHTML().escapeText(text)
    #expect(templates.html(["cellsHTML": text]) == "<p>\(escaped)</p>")
    #expect(templates.html(["cellsHTML": "\u{1}" + text]) == "<p>\u{1}\(escaped)</p>")
  }

  @Test func `a text area keeps its text as it is`() throws {
    let page = "  <div>\n    {{>*component}}\n  </div>"
    let templates = try Templates(others: [("Layout", page, "a")])
    let html = templates.html([
      "component": "EditLargeString", "value": "one\n  two\n", "id": "f", "name": "f",
      "isRequired": false, "isReadOnly": false, "describedBy": false, "error": false,
      "maximumLength": false,
    ])
    #expect(html.contains(">\none\n  two\n</textarea>"))
  }

  @Test func `a further template takes the place of a built-in one`() throws {
    let templates = try Templates(others: [("DisplayString", "<em>{{text}}</em>", "own")])
    #expect(templates.html(["text": "a"], in: "DisplayString") == "<em>a</em>")
    #expect(templates.names.isSuperset(of: ["Layout", "PageList", "EditToOne"]))
  }
}
