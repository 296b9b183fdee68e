#if HTTP
  import Foundation
  import Synchronization
  import Testing

  /// A server on the loopback that sends the bytes that a test says, right or wrong.
  final class RawServer: Sendable {
    /// What it does after a request.
    enum Action: Sendable {
      /// Sends bytes, and closes the connection.
      case send([UInt8])
      /// Sends bytes, and then nothing; the connection stays open.
      case sendAndStall([UInt8])
    }

    private struct State {
      var action: Action
      var requests: [String] = []
      var stalled: [Int32] = []
      var isEnded = false
    }

    private let listener: Int32
    private let state: Mutex<State>
    let port: UInt16

    init(_ action: Action) throws {
      #if canImport(Darwin)
        let listener = socket(AF_INET, SOCK_STREAM, 0)
      #else
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #endif
      try #require(listener >= 0)
      self.listener = listener
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          let isBound = unsafe bind(listener, address, size) == 0 && listen(listener, 16) == 0
          return isBound ? unsafe getsockname(listener, address, &size) : -1
        }
      }
      try #require(status == 0)
      port = UInt16(bigEndian: address.sin_port)
      state = Mutex(State(action: action))
      let thread = Thread { [self] in serve() }
      thread.start()
    }

    /// The address of a bundle on the server.
    var url: String { "http://127.0.0.1:\(port)/shop.rules" }

    /// The requests so far.
    var requests: [String] { state.withLock { $0.requests } }

    var action: Action {
      get { state.withLock { $0.action } }
      set { state.withLock { $0.action = newValue } }
    }

    /// Closes everything; from then on connections are refused.
    func end() {
      let stalled: [Int32]? = state.withLock { state in
        if state.isEnded { return nil }
        state.isEnded = true
        defer { state.stalled = [] }
        return state.stalled
      }
      guard let stalled else { return }
      for connection in stalled { close(connection) }
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
    }

    private func serve() {
      while !state.withLock({ $0.isEnded }) {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        answer(connection)
      }
    }

    private func answer(_ connection: Int32) {
      var request: [UInt8] = []
      while !request.suffix(4).elementsEqual([13, 10, 13, 10]) {
        var byte: UInt8 = 0
        guard unsafe recv(connection, &byte, 1, 0) == 1 else {
          close(connection)
          return
        }
        request.append(byte)
      }
      let action = state.withLock { state in
        state.requests.append(String(decoding: request, as: UTF8.self))
        return state.action
      }
      switch action {
      case .send(let bytes):
        send(bytes, to: connection)
        close(connection)
      case .sendAndStall(let bytes):
        send(bytes, to: connection)
        state.withLock { $0.stalled.append(connection) }
      }
    }

    private func send(_ bytes: [UInt8], to connection: Int32) {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = unsafe Foundation.send(connection, Array(rest), rest.count, flags)
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  extension RawServer.Action {
    /// A response with its fields; the connection is not used again.
    static func response(
      _ line: String = "200 OK", _ fields: [String] = [], _ body: [UInt8] = [], length: Int? = nil
    ) -> RawServer.Action {
      .send(head(line, fields, length ?? body.count) + body)
    }

    static func head(_ line: String, _ fields: [String], _ length: Int) -> [UInt8] {
      let lines = ["HTTP/1.1 \(line)", "Content-Length: \(length)", "Connection: close"] + fields
      return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
  }
#endif
