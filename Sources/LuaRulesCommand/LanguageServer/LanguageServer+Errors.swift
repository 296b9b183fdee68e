// Why a request has no answer.

extension LanguageServer {
  /// The codes of errors.
  ///
  /// SOURCE: the specifications of JSON-RPC 2.0 and of the Language Server Protocol.
  enum ErrorCode: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    case requestCancelled = -32800
    case contentModified = -32801
    case requestFailed = -32803
  }

  /// The reason why a request has no answer.
  struct RequestError: Error {
    let code: ErrorCode
    let message: String
  }
}
