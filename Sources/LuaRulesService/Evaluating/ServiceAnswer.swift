#if Service
  /// The response to a request, before it is HTTP.
  struct ServiceAnswer: Sendable {
    let status: ServiceStatus
    var body: [UInt8] = []
    /// The tag of a response that stays the same until the rules or the request change.
    var entityTag: String?

    /// The body of a `GET` for people and probes.
    init(_ status: ServiceStatus, text: String) {
      self.status = status
      body = Array(text.utf8)
    }

    init(_ status: ServiceStatus, _ text: ResponseText = ResponseText(), entityTag: String? = nil) {
      self.status = status
      body = text.bytes
      self.entityTag = entityTag
    }

    /// An error with a code, and the key that it is about.
    init(_ failure: FlagFailure, key: String? = nil) {
      var text = ResponseText()
      text.append(failure, key: key)
      self.init(failure.code == .flagNotFound ? .notFound : .badRequest, text)
    }

    /// An error without a code.
    init(_ status: ServiceStatus, details: String) {
      var text = ResponseText()
      text.append("{\"errorDetails\":")
      text.append(quoted: details)
      text.append("}")
      self.init(status, text)
    }
  }

  /// The statuses of HTTP that the service uses.
  enum ServiceStatus: Int, Sendable, CaseIterable {
    case ok = 200
    case notModified = 304
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case tooManyRequests = 429
    case internalServerError = 500
    case serviceUnavailable = 503
  }
#endif
