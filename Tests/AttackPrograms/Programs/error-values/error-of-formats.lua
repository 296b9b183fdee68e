-- expect: runtime
error("%s%n%p%99999999d")
