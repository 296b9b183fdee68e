import Hummingbird
import LuaRules

/// The feature flags of the current context.
struct Flags: ResponseEncodable {
  let generation: Int
  let release: String
  let newSearch: Bool
  let checkout: Checkout

  init(_ context: RuleContext = .current) {
    generation = context.generation
    release = context.release
    newSearch = context.newSearch
    checkout = context.checkout
  }
}
