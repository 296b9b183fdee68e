import Hummingbird
import NIOCore

/// What the router knows of a request besides itself.
struct SiteContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The address of the client, in text; empty when it is not known.
  var clientAddress: String

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    clientAddress = source.channel.remoteAddress?.ipAddress ?? ""
  }
}
