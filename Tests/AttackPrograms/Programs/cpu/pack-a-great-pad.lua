-- expect: budget
-- expect: runtime
return #string.pack("c1000000000", "x")
