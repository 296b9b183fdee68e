#if Service
  import NIOCore
  import NIOHTTPTypes

  /// Closes a connection on which a request does not arrive in time, or whose client does not read its
  /// answers, or leaves an event stream.
  ///
  /// The time of a request begins with the first bytes of its head. A request that arrives in one
  /// piece costs no timer.
  final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timeLimit: TimeAmount
    private var timer: Scheduled<Void>?
    private var isReceiving = false
    /// Whether the bytes that were read last made a part of a request.
    private var hasPart = false
    /// Whether the answer is an event stream, of which a client that sends no more hears no more.
    private var isStreaming = false
    private var isInputClosed = false
    /// Runs while the client does not read.
    private var writingTimer: Scheduled<Void>?

    init(_ timeLimit: Duration) {
      self.timeLimit = TimeAmount(timeLimit)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      hasPart = true
      switch unwrapInboundIn(data) {
      case .head: isReceiving = true
      case .body: break
      case .end: endRequest()
      }
      context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
      // Bytes that make no part are the beginning of a head.
      isReceiving = isReceiving || !hasPart
      hasPart = false
      if isReceiving, timer == nil { timer = closing(context) }
      context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      // The end of the input completes a read without bytes; the answer may still be on its way.
      if event as? ChannelEvent == .inputClosed {
        endRequest()
        isInputClosed = true
        if isStreaming { context.close(promise: nil) }
      }
      context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      switch unwrapOutboundIn(data) {
      case .head(let head):
        isStreaming = head.headerFields[.contentType]?.hasPrefix("text/event-stream") == true
      case .body: break
      case .end: isStreaming = false
      }
      context.write(data, promise: promise)
      if isStreaming, isInputClosed { context.close(promise: nil) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      if context.channel.isWritable {
        writingTimer?.cancel()
        writingTimer = nil
      } else if writingTimer == nil {
        writingTimer = closing(context)
      }
      context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      endRequest()
      writingTimer?.cancel()
      writingTimer = nil
    }

    private func endRequest() {
      isReceiving = false
      timer?.cancel()
      timer = nil
    }

    /// Closes the connection when the time is over.
    private func closing(_ context: ChannelHandlerContext) -> Scheduled<Void> {
      context.eventLoop.assumeIsolated().scheduleTask(in: timeLimit) {
        context.close(promise: nil)
      }
    }
  }
#endif
