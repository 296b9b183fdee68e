-- expect: wrong-value
-- expect: wrong-type
return "\xff\xfe"
