-- expect: runtime
return string.format("%.99999999f", 1)
