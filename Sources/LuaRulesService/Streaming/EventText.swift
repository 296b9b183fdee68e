#if Service
  import NIOCore

  /// Texts of an event stream of the protocol, in the form of server-sent events.
  enum EventText {
    /// A comment, which clients ignore: it keeps connections open, and finds those that are not.
    static let heartbeat = ByteBuffer(string: ":\n\n")

    /// The identifier of a generation, without an event; clients send it when they connect again.
    static func position(_ generation: ServedGeneration, _ tags: EntityTags) -> ByteBuffer {
      ByteBuffer(string: "id: \(tags.identifier(of: generation.number))\n\n")
    }

    /// The event that makes clients ask for all flags again.
    static func refetch(_ generation: ServedGeneration, _ tags: EntityTags) -> ByteBuffer {
      let identifier = tags.identifier(of: generation.number)
      let data =
        #"{"type":"refetchEvaluation","etag":"\#(identifier)","#
        + #""lastModified":\#(generation.unixTime)}"#
      return ByteBuffer(string: "id: \(identifier)\nevent: message\ndata: \(data)\n\n")
    }
  }

  /// Where clients find the event stream.
  enum EventStreamAddress: Sendable {
    /// On the server that they ask.
    case path(String)
    case url(String)

    /// The address beside that of a request for all flags, which may be in a group of routes.
    init(besideFlagsAt path: String) {
      let root = "/ofrep/v1/"
      let start = path.ranges(of: root).last?.lowerBound ?? path.endIndex
      self = .path(path[..<start] + root + "events")
    }

    /// How long a client that is not in use keeps its connection, in seconds: what the protocol has.
    static let inactivityDelay = 120
  }

  extension ResponseText {
    /// Appends the member of an answer that names the event stream, and a comma.
    mutating func append(_ address: EventStreamAddress) {
      append("\"eventStreams\":[{\"type\":\"sse\",")
      switch address {
      case .path(let path):
        append("\"endpoint\":{\"requestUri\":")
        append(quoted: path)
        append("}")
      case .url(let url):
        append("\"url\":")
        append(quoted: url)
      }
      append(",\"inactivityDelaySec\":")
      append(json: String(EventStreamAddress.inactivityDelay))
      append("}],")
    }
  }
#endif
