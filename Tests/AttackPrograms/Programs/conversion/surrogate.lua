-- expect: wrong-value
-- expect: wrong-type
return "\u{D800}"
