/// Rows of many pages as bytes, one chunk for each page.
///
/// The next page is asked for when its chunk is: memory holds one page, however long the list is. An
/// error of the pages ends the chunks, so that the reader sees an answer that is cut off.
public struct ExportChunks<Pages: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Pages.Element: Sendable {
  private let pages: Pages
  private let head: [UInt8]
  private let tail: [UInt8]
  private let chunk:
    @Sendable (_ page: Pages.Element, _ isFirst: Bool) -> (bytes: [UInt8], rows: Int)

  /// Writes rows as CSV.
  ///
  /// - Parameters:
  ///   - pages: The rows, some at a time.
  ///   - titles: The first row; nil for none.
  ///   - format: The form of the text.
  public init(_ pages: Pages, titles: [String]?, as format: DelimitedText)
  where Pages.Element == [[String?]] {
    self.pages = pages
    head = titles.map { format.bytes([$0]) } ?? []
    tail = []
    chunk = { page, _ in (format.bytes(page), page.count) }
  }

  /// Writes rows as JSON.
  ///
  /// - Parameters:
  ///   - pages: The rows, some at a time.
  ///   - format: The form of the text.
  public init(_ pages: Pages, as format: RowJSON) where Pages.Element == [[Value]] {
    self.pages = pages
    head = RowJSON.head
    tail = RowJSON.tail
    chunk = { page, isFirst in (format.bytes(page, isFirst: isFirst), page.count) }
  }

  /// Begins with the first page.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(chunks: self, pages: pages.makeAsyncIterator())
  }

  /// The chunks, one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private enum Stage { case head, rows, end }

    fileprivate let chunks: ExportChunks
    fileprivate var pages: Pages.AsyncIterator
    private var stage = Stage.head
    private var isFirst = true

    fileprivate init(chunks: ExportChunks, pages: Pages.AsyncIterator) {
      self.chunks = chunks
      self.pages = pages
    }

    /// Returns the next chunk, which is not empty; nil at the end.
    public mutating func next() async throws -> [UInt8]? {
      if stage == .head {
        stage = .rows
        if !chunks.head.isEmpty { return chunks.head }
      }
      while stage == .rows {
        guard let page = try await pages.next() else {
          stage = .end
          return chunks.tail.isEmpty ? nil : chunks.tail
        }
        let (bytes, rows) = chunks.chunk(page, isFirst)
        if rows > 0 { isFirst = false }
        if !bytes.isEmpty { return bytes }
      }
      return nil
    }
  }
}
