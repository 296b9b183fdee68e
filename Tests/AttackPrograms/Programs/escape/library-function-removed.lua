-- expect: frozen
string.rep = nil
