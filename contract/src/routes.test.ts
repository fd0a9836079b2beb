// Addresses: queries are written in one way, and a foreign address never passes for one of ours.
import { expect, test } from 'vitest'
import { isLocalPath, routes, withQuery } from './routes.ts'

test('a query leaves out names without a value', () => {
  expect(withQuery(routes.detail, { id: 7 })).toBe('/detail/index?id=7')
  expect(withQuery(routes.login, { tab: null, next: undefined, from: '' })).toBe('/login/index')
  expect(withQuery(routes.login, { next: '/detail/index?id=7' })).toBe('/login/index?next=%2Fdetail%2Findex%3Fid%3D7')
})

test.each(['/', '/detail/index?id=7', '/association/index?tab=2#top'])('%s is local', (path) => {
  expect(isLocalPath(path)).toBe(true)
})

test.each(['', 'login', '//evil.cn', '/\\evil.cn', '/\t/evil.cn', '/a\\b', 'https://evil.cn', 'javascript:alert(1)'])(
  '%j is not local',
  (path) => {
    expect(isLocalPath(path)).toBe(false)
  },
)
