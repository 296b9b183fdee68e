// Branches of chains that only assign to a variable, and are never reached.

extension PlantedFault {
  static let chainFaults: [PlantedFault] = [
    .init(
      rule:
        #"key = "spare", value = function(c) local r = 0 if c.order.region == "eu" then r = 1 elseif c.order.region == "eu" and c.isTest then r = 2 end return r end"#,
      "unreachable-branch"),
    .init(
      rule:
        #"key = "spare", value = function(c) local r = 0 if c.order.count < 10 then r = 1 elseif c.order.count < 5 and (c.isTest or c.order.express) then r = 2 else r = 3 end return r end"#,
      "unreachable-branch"),
  ]
}
