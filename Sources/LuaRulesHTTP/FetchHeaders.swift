#if HTTP
  /// The fields of a response, as far as they matter.
  @_spi(Simulation) public struct FetchHeaders: Sendable {
    private let fields: [(name: String, value: String)]

    /// Creates the fields, in the order of the response.
    public init(_ fields: [(name: String, value: String)]) {
      self.fields = fields.map { ($0.name.lowercased(), $0.value) }
    }

    /// Returns the first value of a field; the name is in lower case.
    public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// How long the response is fresh, by `Cache-Control` and `Age`; `nil` if the server
    /// does not say so.
    package var freshness: Duration? {
      var seconds: Int?
      for (name, value) in fields where name == "cache-control" {
        for part in value.lowercased().split(separator: ",") {
          let directive = part.filter { $0 != " " && $0 != "\"" }
          if ["no-cache", "no-store"].contains(String(directive)) { return nil }
          if directive.hasPrefix("max-age="), seconds == nil {
            seconds = Self.count(directive.dropFirst("max-age=".count))
          }
        }
      }
      guard let seconds else { return nil }
      let age = self["age"].flatMap { Self.count($0[...]) } ?? 0
      return .seconds(max(0, seconds - age))
    }

    /// How long the server wants to be left alone, by `Retry-After`; `nil` if it does not say so.
    ///
    /// A date is compared with the `Date` of the response, so that the clock of
    /// the host does not matter.
    ///
    /// - Parameter now: The seconds since 1970 for a response without a date.
    /// - Returns: The duration.
    package func retryDelay(now: Int) -> Duration? {
      guard let text = self["retry-after"] else { return nil }
      if let seconds = Self.count(text[...]) { return .seconds(seconds) }
      let date = self["date"].flatMap(HTTPDate.seconds) ?? now
      return HTTPDate.seconds(text).map { .seconds(max(0, $0 - date)) }
    }

    /// Parses a count of seconds; too large ones become the largest that matters.
    private static func count(_ text: Substring) -> Int? {
      guard !text.isEmpty,
        text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { return nil }
      return min(Int(text) ?? .max, 1 << 31)
    }
  }
#endif
