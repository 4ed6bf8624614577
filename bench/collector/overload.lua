-- Random subscriptions, with every answer looked at: how many were accepted, how many sent away with Retry-After.
local folder = debug.getinfo(1, 'S').source:match('^@(.*/)') or ''
dofile(folder .. 'subscribe.lua')

local threads = {}
setup = function(thread) table.insert(threads, thread) end

accepted, later, other = 0, 0, 0
response = function(status, headers)
  if status == 202 then
    accepted = accepted + 1
  elseif status == 503 and headers['Retry-After'] then
    later = later + 1
  else
    other = other + 1
  end
end

done = function(summary)
  local sum = { accepted = 0, later = 0, other = 0 }
  for _, thread in ipairs(threads) do
    for name in pairs(sum) do sum[name] = sum[name] + thread:get(name) end
  end
  local lost = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  print(string.format('{"accepted":%d,"later":%d,"other":%d,"lost":%d,"seconds":%f}',
    sum.accepted, sum.later, sum.other, lost, summary.duration / 1e6))
end
