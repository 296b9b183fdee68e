-- expect: value table
return string.format("%s", {})
