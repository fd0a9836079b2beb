-- Asks for one page after the other, so that nothing kept for an earlier caller helps.
local page, most = 0, 1
function init(args)
  most = tonumber(args[1])
end
function request()
  page = page % most + 1
  return wrk.format('GET', wrk.path .. '&page=' .. page)
end
