-- expect: budget
-- expect: runtime
return utf8.codepoint(("é"):rep(1000):rep(1000), 1, -1)
