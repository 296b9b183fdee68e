import Hummingbird

/// A response that the closure of a page makes.
final class ResponseBox {
  var response = Response(status: .notFound)
}
