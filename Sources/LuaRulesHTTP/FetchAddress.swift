#if HTTP
  import Foundation
  import LuaRules

  /// The address of a bundle.
  package struct FetchAddress: Sendable, Equatable {
    /// The whole address, for the request.
    let url: URL
    private let scheme: String
    private let host: String
    private let port: Int

    /// Creates an address; `nil` for one without a host, or of another protocol than HTTP.
    init?(_ url: URL) {
      guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
        let host = url.host()?.lowercased(), !host.isEmpty
      else { return nil }
      // The client accepts any number, and sockets do not.
      guard (1...65_535).contains(url.port ?? 80) else { return nil }
      self.url = url.absoluteURL
      self.scheme = scheme
      self.host = host
      port = url.port ?? (scheme == "https" ? 443 : 80)
    }

    /// The address in errors and logs, without user, password, query and fragment, which may be
    /// secret.
    var name: String { origin + url.path }

    /// The protocol, the host and the port.
    private var origin: String {
      let isUsual = port == (scheme == "https" ? 443 : 80)
      return "\(scheme)://\(host)\(isUsual ? "" : ":\(port)")"
    }

    /// Whether nobody else reads what is sent: by encryption, or because it stays on this machine.
    var isConfidential: Bool {
      scheme == "https" || ["localhost", "::1", "[::1]"].contains(host) || isLoopbackNumber
    }

    /// Whether the host is an IPv4 address of this machine, not a name that begins like one.
    private var isLoopbackNumber: Bool {
      let parts = host.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Whether both addresses are of one host, so that it gets the token.
    func isSameHost(as other: FetchAddress) -> Bool {
      scheme == other.scheme && host == other.host && port == other.port
    }

    /// Returns the address to which a redirect leads.
    ///
    /// - Parameters:
    ///   - location: The value of `Location`, perhaps relative.
    ///   - first: The address that was asked for.
    ///   - hosts: The hosts that are allowed besides its own.
    /// - Returns: The address.
    /// - Throws: ``FetchFault`` for an address that is none, or leads to another host.
    func redirected(
      to location: String?, from first: FetchAddress, allowing hosts: Set<String>
    ) throws(FetchFault) -> FetchAddress {
      guard let location, let url = URL(string: location, relativeTo: url),
        let next = FetchAddress(url)
      else { throw .emptyRedirect }
      let isDowngrade = scheme == "https" && next.scheme == "http"
      let isAllowed = hosts.contains { $0.lowercased() == next.host } && !isDowngrade
      guard next.isSameHost(as: first) || isAllowed else {
        throw .foreignRedirect(next.origin)
      }
      return next
    }
  }
#endif
