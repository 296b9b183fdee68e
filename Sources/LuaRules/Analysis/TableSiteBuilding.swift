/// The step from tables as they were stored to the tree of their sites.
struct TableSiteBuilding {
  let tables: [WrittenTable]
  /// Sites that are built, and tables whose site is being built: those contain themselves.
  private var sites: [TableSite?]
  private var isBeingBuilt: [Bool]
  private var depth = 0

  /// Tables in tables that are followed; rules are nested far less.
  private static let depthLimit = 100

  init(tables: [WrittenTable]) {
    self.tables = tables
    sites = Array(repeating: nil, count: tables.count)
    isBeingBuilt = Array(repeating: false, count: tables.count)
  }

  mutating func site(of number: Int) -> TableSite? {
    if let site = sites[number] { return site }
    guard depth < Self.depthLimit, !isBeingBuilt[number] else { return nil }
    isBeingBuilt[number] = true
    depth += 1
    defer {
      isBeingBuilt[number] = false
      depth -= 1
    }
    let table = tables[number]

    var line = Int.max
    var fields: [(name: String, site: TableSite.Field)] = []
    fields.reserveCapacity(table.fields.count)
    for (name, entry) in table.fields {
      let site = field(entry)
      line = min(line, site.line)
      fields.append((name, site))
    }
    var elements: [TableSite.Field] = []
    elements.reserveCapacity(table.elements.count)
    for entry in table.elements { elements.append(element(entry)) }
    let anyElement = table.anyElement.map { element($0) }
    if let first = elements.first ?? anyElement { line = min(line, first.line) }
    if let first = table.elements.first { line = min(line, openingLine(ofFirst: first)) }

    let site = TableSite(
      line: line == Int.max ? table.line : line, fields: fields, elements: elements,
      anyElement: anyElement)
    sites[number] = site
    return site
  }

  /// A named field: its value begins behind `=`, on whose line the table or function is.
  private mutating func field(_ entry: WrittenTable.Entry) -> TableSite.Field {
    TableSite.Field(line: min(entry.line, entry.value.line), table: table(of: entry))
  }

  /// An element: its table's first field counts, as what is before its `{` may be a line above.
  private mutating func element(_ entry: WrittenTable.Entry) -> TableSite.Field {
    let table = table(of: entry)
    let ownLine = entry.value.isNamed ? nil : table?.line
    return TableSite.Field(line: min(entry.line, ownLine ?? entry.value.line), table: table)
  }

  private mutating func table(of entry: WrittenTable.Entry) -> TableSite? {
    guard case .table(let number) = entry.value.kind else { return nil }
    return site(of: number)
  }

  /// The line of the token before the first element's `{`: the enclosing `{`.
  private func openingLine(ofFirst entry: WrittenTable.Entry) -> Int {
    guard case .table = entry.value.kind, !entry.value.isNamed else { return Int.max }
    return entry.value.line
  }
}
