-- expect: runtime
return string.format("%p", {})
