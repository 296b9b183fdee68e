#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The key of a place in the hub: a path, and whether it is only polled.
struct WatchedFolder: Hashable, Sendable {
  let path: String
  let isPolled: Bool
}

/// Makes a path absolute with the current working directory.
func absolutePath(_ path: String) -> String {
  guard !path.hasPrefix("/") else { return path }
  guard let pointer = unsafe getcwd(nil, 0) else { return path }
  defer { unsafe free(pointer) }
  let directory = unsafe String(cString: pointer)
  return path.isEmpty ? directory : directory + "/" + path
}
