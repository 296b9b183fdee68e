import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Has connections by HTTP/1.0 closed after the answer, as their clients expect.
///
/// The types of HTTP behind the codec do not tell the version, so this puts a handler in front of it.
final class OldClientSetup: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
    try? pipeline.addHandler(OldClientHandler(), position: .before(codec))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { context.fireChannelRead(data) }
}

/// Says `Connection: close` for clients of HTTP/1.0, and answers them in their version.
final class OldClientHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private var isOld = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), head.version.major == 1,
      head.version.minor == 0
    else {
      context.fireChannelRead(data)
      return
    }
    isOld = true
    head.headers.replaceOrAdd(name: "Connection", value: "close")
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard isOld else {
      context.write(data, promise: promise)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      head.version = .http1_0
      head.headers.replaceOrAdd(name: "Connection", value: "close")
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      // A body without a length ends with the connection.
      let channel = context.channel
      context.writeAndFlush(data).whenComplete { _ in channel.close(promise: nil) }
      promise?.succeed()
    case .body: context.write(data, promise: promise)
    }
  }
}
