-- expect: wrong-type
local a, b = {}, {} a.b = b b.a = a return a
