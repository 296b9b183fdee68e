-- expect: budget
-- expect: runtime
return utf8.codepoint(("é"):rep(1000000), 1, -1)
