/// Some rows of a list, and where the next ones are.
public struct Page: Hashable, Sendable {
  /// Where a page is.
  public enum Position: Hashable, Sendable {
    /// At the beginning.
    case first
    /// At the end.
    case last
    /// The rows that follow a cursor.
    case after(Cursor)
    /// The rows before a cursor.
    case before(Cursor)
  }

  /// The rows, in the order of the list.
  public let rows: [ListQuery.Row]
  /// A cursor for ``Position/before(_:)``; nil at the beginning.
  public let previous: Cursor?
  /// A cursor for ``Position/after(_:)``; nil at the end.
  public let next: Cursor?
}

extension ListQuery {
  /// Reads a page.
  ///
  /// Pages joined by ``Page/next``, or by ``Page/previous``, hold each row once that is there all the
  /// time, whatever is inserted or deleted meanwhile (unless ``pagesByKey`` is false).
  ///
  /// - Throws: ``DirectToWebError`` with code `invalidQuery` when the cursor is of another list.
  /// - Complexity: O(*size*) with an index over the columns of the sort, wherever the page is; else a
  ///   scan of the rows.
  public func page(_ position: Page.Position = .first, size: Int, on connection: Connection) throws
    -> Page
  {
    guard size > 0, size < Int(Int32.max) else {
      throw DirectToWebError(.invalidQuery, "a page needs a size")
    }
    return pagesByKey
      ? try pageByKey(position, size, connection) : try pageByNumber(position, size, connection)
  }

  // MARK: - By key

  private func pageByKey(_ position: Page.Position, _ size: Int, _ connection: Connection) throws
    -> Page
  {
    let isReversed: Bool
    let cursor: Cursor?
    switch position {
    case .first: (isReversed, cursor) = (false, nil)
    case .last: (isReversed, cursor) = (true, nil)
    case .after(let place): (isReversed, cursor) = (false, place)
    case .before(let place): (isReversed, cursor) = (true, place)
    }
    var rows: [Row] = []
    for segment in try segments(from: cursor, reversed: isReversed) where rows.count <= size {
      rows += try self.rows(
        segment, reversed: isReversed, limit: size + 1 - rows.count, on: connection)
    }
    let hasMore = rows.count > size
    rows = Array(rows.prefix(size))
    if isReversed { rows.reverse() }
    // Who came from a row can go back to it; it may be deleted meanwhile, then the page is empty.
    let comesFromRow = cursor != nil && !rows.isEmpty
    let hasPrevious = isReversed ? hasMore : comesFromRow
    let hasNext = isReversed ? comesFromRow : hasMore
    return Page(
      rows: rows, previous: hasPrevious ? rows.first.map(\.cursor) : nil,
      next: hasNext ? rows.last.map(\.cursor) : nil)
  }

  /// Conditions for the rows behind a cursor; nil stands for no condition.
  func segments(from cursor: Cursor?, reversed: Bool) throws -> [SQL?] {
    guard let cursor else { return [nil] }
    let terms = try terms(reversed: reversed)
    guard case .keyset(let values) = cursor.place, values.count == terms.count else {
      throw DirectToWebError(.invalidQuery, "the cursor is of another list")
    }
    return Keyset(terms: terms, values: values).segments
  }

  // MARK: - By number

  private func pageByNumber(_ position: Page.Position, _ size: Int, _ connection: Connection) throws
    -> Page
  {
    var size = size
    let start: Int
    switch position {
    case .first:
      start = 0
    case .after(let cursor):
      start = try cursor.offset
    case .before(let cursor):
      let end = try cursor.offset
      start = max(0, end - size)
      size = end - start
    case .last:
      start = max(0, try countAll(connection) - size)
    }
    let rows = try self.rows(nil, reversed: false, limit: size + 1, offset: start, on: connection)
    let shown = Array(rows.prefix(size))
    return Page(
      rows: shown, previous: start > 0 ? Cursor(.offset(start)) : nil,
      next: rows.count > size ? Cursor(.offset(start + shown.count)) : nil)
  }
}

extension ListQuery.Row {
  fileprivate var cursor: Cursor { Cursor(.keyset(order)) }
}

extension Cursor {
  fileprivate var offset: Int {
    get throws {
      guard case .offset(let offset) = place else {
        throw DirectToWebError(.invalidQuery, "the cursor is of another list")
      }
      return offset
    }
  }
}
