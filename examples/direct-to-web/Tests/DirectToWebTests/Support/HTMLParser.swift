import Foundation

/// Python's `html5lib`, where `scripts/test` has put it.
enum HTMLParser {
  static let isHere = Python.modules != nil

  /// Returns the elements of each text as a browser makes them: the name, and the names of the attributes.
  static func elements(_ texts: [String]) throws -> [[[String]]] {
    let answer = try Python.output(
      of: [try TemporaryDatabase.resource("elements.py").path],
      input: try JSONEncoder().encode(texts))
    return try JSONDecoder().decode([[[String]]].self, from: answer)
  }

  /// What is wrong with pages, by name; the empty list for nothing.
  static func problems(_ pages: [(name: String, html: String)]) throws -> [String] {
    let program = """
      import sys, json, html5lib
      for name, text in json.load(sys.stdin):
        try:
          html5lib.HTMLParser(strict=True).parse(text)
        except Exception as error:
          print(name, type(error).__name__, error)
      """
    let input = try JSONEncoder().encode(pages.map { [$0.name, $0.html] })
    return try Python.run(program, input: Array(input)).split(separator: "\n").map(String.init)
  }
}
