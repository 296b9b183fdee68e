-- expect: undefined-global rawget
return rawget(_ENV, "print")
