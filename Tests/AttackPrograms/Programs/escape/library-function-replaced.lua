-- expect: frozen
string.upper = function() return "pwned" end
