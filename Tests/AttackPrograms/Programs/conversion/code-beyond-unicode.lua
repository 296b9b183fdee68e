-- expect: wrong-value
-- expect: wrong-type
return utf8.char(0x7FFFFFFF)
