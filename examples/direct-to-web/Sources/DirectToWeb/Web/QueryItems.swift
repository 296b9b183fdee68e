import Foundation
import Hummingbird

/// The items behind the question mark of an address.
///
/// `+` is a space. What cannot be decoded is left out.
struct QueryItems {
  let items: [(name: String, value: String)]

  init(_ query: String) {
    items = query.split(separator: "&").prefix(200).compactMap { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]),
        let value = Self.decoded(parts.count > 1 ? parts[1] : "")
      else { return nil }
      return (name, value)
    }
  }

  private static func decoded(_ text: Substring) -> String? {
    text.split(separator: "+", omittingEmptySubsequences: false).joined(separator: " ")
      .removingPercentEncoding
  }
}
