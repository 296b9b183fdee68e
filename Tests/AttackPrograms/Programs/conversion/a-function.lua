-- expect: wrong-type
-- expect: wrong-value
return print
