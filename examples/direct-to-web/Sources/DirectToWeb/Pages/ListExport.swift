import LuaRules
import Synchronization

/// All rows of a list, for CSV and JSON: the columns of the page, or all columns as they are stored, through
/// the same rights.
struct ListExport: Sendable {
  /// The most rows.
  private static let limit = 1_000_000
  private static let pageSize = 500

  /// The formats that `exports` may name, with their names for people.
  static let formats = [
    "csv": "CSV", "json": "JSON", "raw-csv": "Raw CSV", "raw-json": "Raw JSON",
  ]

  private let request: PageRequest
  private let entity: Entity
  private let properties: [PageProperty]
  private let list: RowList
  private let context: RuleContext
  /// Whether all columns are written as they are stored, so that the file can be imported again.
  private let isRaw: Bool
  /// Whether it is CSV.
  let isDelimited: Bool

  /// Prepares an export; nil for a format that `exports` does not name.
  init?(_ entity: Entity, format: String, _ request: PageRequest) throws {
    guard var context = request.access.context(of: entity.identifier),
      Self.formats[format] != nil,
      request.ask(\.exports, "exports", of: entity.name, in: context, else: []).contains(format)
    else { return nil }
    isRaw = format.hasPrefix("raw-")
    isDelimited = format.hasSuffix("csv")
    context.variant = format
    self.context = context
    let state = ListState(request.items, in: request.model)
    let keys =
      isRaw ? entity.storedKeys : ListColumns(entity, state, in: context, request).shown
    let properties = PageProperties(keys, of: entity, in: context, request.access)
    self.request = request
    self.entity = entity
    self.properties = properties.all
    list = try request.list(
      entity, state, columns: properties.columns, relationships: properties.relationships,
      in: context)
  }

  /// The bytes of CSV, the first row being the labels, or the names of columns.
  var delimited: ExportChunks<AsyncThrowingStream<[[String?]], any Error>> {
    let labels = properties.map { isRaw ? $0.key : request.label(of: $0, entity) }
    let rows = pages { row in
      properties.map { isRaw ? value($0, row).rawText : value($0, row).exportText }
    }
    var format = DelimitedText()
    format.guardsFormulas = request.ask(
      \.guardsFormulas, "guardsFormulas", of: entity.name, in: context, else: true)
    return ExportChunks(rows, titles: labels, as: format)
  }

  /// The bytes of JSON, with the names of properties.
  var json: ExportChunks<AsyncThrowingStream<[[Value]], any Error>> {
    let rows = pages { row in properties.map { value($0, row) } }
    return ExportChunks(rows, as: RowJSON(columns: properties.map(\.key)))
  }

  /// The rows of one page after the other, each read when it is asked for.
  private func pages<Cell: Sendable>(
    _ cells: @escaping @Sendable (RowList.Row) -> [Cell]
  ) -> AsyncThrowingStream<[[Cell]], any Error> {
    let list = list
    let file = request.file
    let next = Next()
    return AsyncThrowingStream {
      let place = next.value.withLock { $0 }
      guard let position = place.position, place.count < Self.limit else { return nil }
      let page = try await file.read {
        try list.page(position, size: Self.pageSize, on: $0)
      }
      next.value.withLock { next in
        next = Place(
          position: page.next.map(Page.Position.after), count: place.count + page.rows.count)
      }
      return page.rows.map(cells)
    }
  }

  private func value(_ property: PageProperty, _ row: RowList.Row) -> Value {
    if property.attribute?.isSecret == true { return .null }
    if case .none = property.source {
      var context = property.context
      context.object = row.object
      let text = request.ask(
        \.displayString, "displayString", of: "\(entity.name).\(property.key)", in: context,
        else: nil)
      return text.map(Value.text) ?? .null
    }
    return request.plainValue(property, row)
  }

  /// The place, which the closure of a stream keeps.
  private final class Next: Sendable {
    let value = Mutex(Place())
  }

  /// Where the next page begins.
  private struct Place {
    var position: Page.Position? = .first
    var count = 0
  }
}

extension Entity {
  /// The columns of a row that somebody wrote; passwords are never shown.
  fileprivate var storedKeys: [String] {
    attributes.filter { !$0.isHidden && !$0.isGenerated && !$0.isSecret }.map(\.name)
  }
}

extension Value {
  /// The value as a cell of CSV that can be imported again; nil for none.
  ///
  /// Bytes are as in SQL: `X'53'`.
  fileprivate var rawText: String? {
    switch self {
    case .null: nil
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text
    case .blob(let bytes), .malformedText(let bytes):
      "X'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    }
  }

  /// The value as a cell of CSV; nil for none.
  fileprivate var exportText: String? {
    switch self {
    case .null: nil
    case .blob(let bytes): "\(bytes.count) bytes"
    default: ShownValue(self, of: nil, limit: .max).text
    }
  }
}
