-- expect: runtime
return string.format("%20p", "x")
