--- Tests of the flags. Edited rules answer only if they pass.
return {
  { "staff try the new search first",
    context = { user = { name = "ada", plan = "staff", country = "GB" } },
    expect = { newSearch = true, checkout = "express" } },
  { "guests check out as they know it",
    context = { user = { name = "guest", plan = "free", country = "" } },
    expect = { checkout = "classic" } },
}
