#if Service
  import NIOCore
  import NIOHTTPTypes

  /// Closes a connection on which a request does not arrive in time, or whose client does not read its
  /// answers.
  ///
  /// A request that arrives in one piece costs no timer.
  final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let timeLimit: TimeAmount
    private var timer: Scheduled<Void>?
    private var isReceiving = false
    /// Runs while the client does not read.
    private var writingTimer: Scheduled<Void>?

    init(_ timeLimit: Duration) {
      self.timeLimit = TimeAmount(timeLimit)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head: isReceiving = true
      case .body: break
      case .end:
        isReceiving = false
        cancel()
      }
      context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
      if isReceiving, timer == nil {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeLimit) {
          context.close(promise: nil)
        }
      }
      context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      if context.channel.isWritable {
        writingTimer?.cancel()
        writingTimer = nil
      } else if writingTimer == nil {
        writingTimer = context.eventLoop.assumeIsolated().scheduleTask(in: timeLimit) {
          context.close(promise: nil)
        }
      }
      context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      cancel()
      writingTimer?.cancel()
      writingTimer = nil
    }

    private func cancel() {
      timer?.cancel()
      timer = nil
    }
  }
#endif
