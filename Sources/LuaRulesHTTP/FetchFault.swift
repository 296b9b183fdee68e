#if HTTP
  import LuaRules

  /// Why there is no usable answer.
  package enum FetchFault: Error {
    /// The status is not one of those that can be used.
    case status(Int, retryAfter: Duration?)
    /// The server says that nothing has changed, but there is nothing.
    case unexpectedUnchanged
    /// There are too many redirects, or one without an address.
    case badRedirect
    /// A redirect leads to a host that was not allowed.
    case foreignRedirect(String)
    /// The body has more bytes than this limit.
    case tooLarge(Int)
    /// A redirect names no usable address.
    case emptyRedirect
    /// The client failed; the text has no part of the request, which may have a secret.
    case client(String)
    /// The time is over.
    case timeOver(Duration)

    /// How long the server wants to be left alone.
    var retryAfter: Duration? {
      if case .status(_, let delay) = self { delay } else { nil }
    }
  }

  extension RuleError {
    /// Creates the error for a failure to fetch; the address is named without its query.
    init(_ error: any Error, at address: FetchAddress) {
      if let error = error as? RuleError {
        self = error
        return
      }
      let message: String
      var code = Code.unreadable
      switch error as? FetchFault {
      case .status(let status, _): message = "the server answered with the status \(status)"
      case .unexpectedUnchanged:
        message = "the server says that nothing has changed, but there is no bundle yet"
      case .badRedirect: message = "the server redirects without an end"
      case .emptyRedirect: message = "the server redirects without a usable address"
      case .client(let text): message = "the bundle cannot be fetched: \(text)"
      case .foreignRedirect(let host): message = "the server redirects to `\(host)`"
      case .tooLarge(let limit):
        message = "the bundle has more than \(limit) bytes"
        code = .budget
      case .timeOver(let limit): message = "the bundle did not arrive within \(limit)"
      case nil: message = "the bundle cannot be fetched: \(error)"
      }
      self.init(
        code, message, at: SourceLocation(file: address.name),
        hint: message.contains("redirects to")
          ? "allow the host: `redirectHosts` in Swift, --redirect-host of luarules serve" : nil)
    }
  }
#endif
