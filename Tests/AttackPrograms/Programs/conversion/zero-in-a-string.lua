-- expect: value
return "a\0b"
