import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of a model's XML, without the prefix of its name.
struct DMNElement: Sendable {
  let name: String
  let attributes: [String: String]
  /// The line of its start tag, from 1.
  let line: Int
  fileprivate(set) var children: [DMNElement] = []
  fileprivate(set) var text = ""

  func first(_ name: String) -> DMNElement? { children.first { $0.name == name } }

  func all(_ name: String) -> [DMNElement] { children.filter { $0.name == name } }

  /// The trimmed text of a child; `nil` if there is none, or it is empty.
  func text(of name: String) -> String? {
    guard let text = first(name)?.text.trimmed, !text.isEmpty else { return nil }
    return text
  }

  /// The element as an error names it.
  var title: String {
    attributes["name"].map { "\(name) `\($0)`" } ?? name
  }
}

/// Reads the elements of XML that may come from anywhere: without entities of its own, and within limits.
final class DMNElementReader: NSObject, XMLParserDelegate {
  private static let (depthLimit, elementLimit, lengthLimit) = (64, 200_000, 32 << 20)

  private var open: [DMNElement] = []
  private var root: DMNElement?
  private var count = 0
  private var fault: DecisionTableFault?

  /// Reads a model.
  ///
  /// - Throws: ``DecisionTableFault`` with the line of what is wrong.
  static func root(of text: String) throws(DecisionTableFault) -> DMNElement {
    guard text.utf8.count <= lengthLimit else {
      throw DecisionTableFault("the model is larger than 32 MiB", line: 1)
    }
    if let declaration = text.firstRange(of: "<!DOCTYPE") ?? text.firstRange(of: "<!ENTITY") {
      throw DecisionTableFault(
        "a model must not declare a document type", line: text[..<declaration.lowerBound].lineCount,
        hint: "remove `<!DOCTYPE`; its entities are not read")
    }
    let reader = DMNElementReader()
    let parser = XMLParser(data: Data(text.withoutDeclaration.utf8))
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    let isComplete = parser.parse()
    if let fault = reader.fault { throw fault }
    guard isComplete, let root = reader.root else {
      throw DecisionTableFault(
        "the XML is not well-formed", line: max(1, parser.lineNumber),
        hint: "each element must end where it began, and `<` in a text is `&lt;`")
    }
    return root
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    let line = max(1, parser.lineNumber)
    count += 1
    guard open.count < Self.depthLimit, count <= Self.elementLimit else {
      fault =
        fault
        ?? DecisionTableFault(
          count > Self.elementLimit
            ? "the model has too many elements" : "elements are nested too deeply", line: line)
      parser.abortParsing()
      return
    }
    open.append(
      DMNElement(
        name: elementName.split(separator: ":").last.map(String.init) ?? elementName,
        attributes: attributes, line: line))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text += string
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text += String(decoding: block, as: UTF8.self)
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }
}

extension StringProtocol {
  /// The number of lines that the text has begun.
  fileprivate var lineCount: Int { 1 + utf8.count { $0 == 0x0A } }
}

extension String {
  /// The text without the declaration of an encoding, which was read already; lines stay the same.
  fileprivate var withoutDeclaration: String {
    let text = hasPrefix("\u{FEFF}") ? String(dropFirst()) : self
    guard text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") else { return text }
    return String(repeating: "\n", count: text[..<end.upperBound].lineCount - 1)
      + text[end.upperBound...]
  }
}
