#if canImport(SwiftUI)
  public import LuaRules
  public import SwiftUI

  /// A key of type `AnyView` accepts any view from a host function.
  extension AnyView: TypeErasingBox {
    /// Creates a box around a view; `nil` if the value is no view.
    public nonisolated init?(boxing value: Any) {
      guard let view = value as? any View else { return nil }
      self = Self.erasing(view)
    }

    private nonisolated static func erasing(_ view: some View) -> AnyView { AnyView(view) }
  }
#endif
