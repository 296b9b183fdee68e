import Hummingbird
import LuaRules

/// Tells open pages of changes, as server-sent events.
struct SiteEvents: Sendable {
  let site: Site
  /// How often it is looked whether something changed.
  var interval: Duration = .milliseconds(200)
  /// How often something is sent, so that a connection that is gone is found.
  var heartbeat: Duration = .seconds(15)

  /// The stream of events, until the client goes.
  func response() -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-cache",
      ],
      body: ResponseBody { writer in
        var generation = site.generationText
        var rows = site.current.dataVersion
        var quiet = Duration.zero
        try await writer.write(ByteBuffer(string: "event: rules\ndata: \(generation)\n\n"))
        while !Task.isShuttingDownGracefully {
          try await Task.sleep(for: interval)
          quiet += interval
          if site.generationText != generation {
            generation = site.generationText
            try await writer.write(ByteBuffer(string: "event: rules\ndata: \(generation)\n\n"))
            quiet = .zero
          }
          let now = site.current.dataVersion
          if now != rows {
            rows = now
            try await writer.write(ByteBuffer(string: "event: rows\ndata: \(rows)\n\n"))
            quiet = .zero
          }
          if quiet >= heartbeat {
            try await writer.write(ByteBuffer(string: ":\n\n"))
            quiet = .zero
          }
        }
        try await writer.finish(nil)
      })
  }
}
