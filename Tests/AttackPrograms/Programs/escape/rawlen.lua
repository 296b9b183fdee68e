-- expect: undefined-global rawlen
return rawlen({})
