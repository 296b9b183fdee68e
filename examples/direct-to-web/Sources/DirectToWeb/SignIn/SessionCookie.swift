/// The cookie that carries the token of a session.
public struct SessionCookie: Hashable, Sendable {
  /// The name, with `__Host-` in front behind TLS.
  public let name: String
  /// Whether the browser sends the cookie over TLS only.
  public let isSecure: Bool
  /// The path below which the browser sends the cookie.
  public let path: String

  /// Makes a cookie.
  ///
  /// - Parameters:
  ///   - name: Letters, digits, `-` and `_`. Cookies do not know ports: two servers of one host need two
  ///     names.
  ///   - isSecure: Whether the server is reached by TLS. The browser takes `__Host-` cookies only with the
  ///     path `/`, so the path given is not used then.
  ///   - path: The path of the site, such as `/shop`.
  public init(name: String = "session", isSecure: Bool, path: String = "/") {
    self.name = isSecure ? "__Host-\(name)" : name
    self.isSecure = isSecure
    self.path = isSecure || path.isEmpty ? "/" : path
  }

  private init(name: String, like other: SessionCookie) {
    self.name = name
    isSecure = other.isSecure
    path = other.path
  }

  /// The cookie that says which note the next page shows.
  var note: SessionCookie { SessionCookie(name: name + "-note", like: self) }

  /// Returns the value of `Set-Cookie` that gives a token to the browser.
  public func setting(_ token: String) -> String {
    "\(name)=\(token); Path=\(path); HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
  }

  /// The value of `Set-Cookie` that takes the token away.
  public var clearing: String { setting("") + "; Max-Age=0" }

  /// Finds the token in the values of `Cookie`.
  ///
  /// Returns nil where there is none, and where there are different ones: another site of the same
  /// domain has planted one then, and nobody can tell which.
  public func token(in headers: [String]) -> String? {
    var found: Set<String> = []
    for pair in headers.flatMap({ $0.split(separator: ";") }) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].trimmed == name else { continue }
      found.insert(parts[1].trimmed)
    }
    guard found.count == 1, let token = found.first, !token.isEmpty, token.utf8.count <= 128 else {
      return nil
    }
    return token
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
