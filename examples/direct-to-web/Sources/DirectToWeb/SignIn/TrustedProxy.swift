import HTTPTypes

/// A reverse proxy whose word counts for the address of a client, and for its user.
///
/// Requests of all others may claim what they like: what they say in `X-Forwarded-For`, and in the header
/// with the user, is not read.
public struct TrustedProxy: Hashable, Sendable {
  /// The addresses from which the proxy connects.
  public var addresses: Set<String>
  /// The header in which the proxy names the user, such as `X-Remote-User`; nil: it names nobody.
  public var userHeader: String?

  /// The addresses of this machine.
  public static let loopback: Set = ["127.0.0.1", "::1"]

  /// Creates a proxy.
  ///
  /// - Parameters:
  ///   - addresses: The addresses from which it connects.
  ///   - userHeader: The header in which it names the user; nil: it names nobody.
  public init(addresses: Set<String> = Self.loopback, userHeader: String? = nil) {
    self.addresses = Set(addresses.map(Self.plain))
    self.userHeader = userHeader
  }

  /// Whether a text can be the name of a header.
  public static func isHeaderName(_ text: String) -> Bool { HTTPField.Name(text) != nil }

  /// Whether a connection comes from the proxy.
  public func isTrusted(_ peer: String) -> Bool { addresses.contains(Self.plain(peer)) }

  /// The address of the client: the right-most entry of `X-Forwarded-For`, which the proxy itself wrote.
  ///
  /// Entries further left are the client's own words. An entry that is no address counts as missing.
  ///
  /// - Parameters:
  ///   - peer: The address of the connection.
  ///   - headers: The headers of the request.
  /// - Returns: The address of the client; that of the connection where the proxy says nothing.
  public func client(of peer: String, _ headers: HTTPFields) -> String {
    guard isTrusted(peer), let name = HTTPField.Name("X-Forwarded-For"),
      let entry = headers[values: name].last?.split(
        separator: ",", omittingEmptySubsequences: false
      ).last, let address = Self.address(entry)
    else { return peer }
    return address
  }

  /// The user that the proxy names; nil for none, and for more than one.
  public func user(of peer: String, _ headers: HTTPFields) -> String? {
    guard isTrusted(peer), let name = userHeader.flatMap({ HTTPField.Name($0) }) else { return nil }
    let values = headers[values: name]
    return values.count == 1 ? values[0] : nil
  }

  /// An address without its port; nil for what is no address.
  private static func address(_ text: some StringProtocol) -> String? {
    var address = String(text.filter { $0 != " " && $0 != "\t" })[...]
    if address.hasPrefix("["), let end = address.firstIndex(of: "]") {
      address = address[..<end].dropFirst()
    } else if address.contains("."), let colon = address.lastIndex(of: ":"),
      address.firstIndex(of: ":") == colon
    {
      address = address[..<colon]
    }
    let isAddress =
      (2...45).contains(address.utf8.count)
      && address.utf8.allSatisfy { "0123456789abcdefABCDEF:.".utf8.contains($0) }
      && (address.contains(".") || address.contains(":"))
    return isAddress ? plain(String(address)) : nil
  }

  /// An address by IPv4 in its short form.
  private static func plain(_ address: String) -> String {
    let text = address.lowercased()
    return text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
  }
}
