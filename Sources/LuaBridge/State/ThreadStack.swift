import CLuaSupport

/// The stack of the current thread.
public enum ThreadStack {
  /// Whether the stack is nearly used up; nested work must then go to code that
  /// reports this as an error.
  public static var isShort: Bool { lrs_isCStackShort() }
}
