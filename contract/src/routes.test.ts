// Tests of addresses: a query has only one form, and foreign addresses never count as internal.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSitePage, toLocalPath, routes, withQuery } from './routes.ts'

test('omits names without a value from a query', () => {
  expect(withQuery(routes.detail, { id: 7 })).toBe('/detail/index?id=7')
  expect(withQuery(routes.login, { tab: null, next: undefined, from: '' })).toBe('/login/index')
  expect(withQuery(routes.login, { next: '/detail/index?id=7' })).toBe('/login/index?next=%2Fdetail%2Findex%3Fid%3D7')
})

test.each([
  ['/', '/'],
  ['/detail/index?id=7', '/detail/index?id=7'],
  ['/association/index?tab=2#top', '/association/index?tab=2#top'],
  ['/a/../detail/index', '/detail/index'],
  ['/detail/index?q=中', '/detail/index?q=%E4%B8%AD'],
  ['/Consult/index?back=//evil.cn', '/Consult/index?back=//evil.cn'],
])('%s leads to %s', (value, target) => {
  expect(toLocalPath(value)).toBe(target)
})

test.each([
  ['/', true],
  ['/detail/index?id=7#top', true],
  ['/detail', false],
  ['/member/rules', false],
])('knows whether %s is a page of the site', (path, isPage) => {
  expect(isSitePage(path)).toBe(isPage)
})

const outside = [
  '//evil.cn',
  '/\\evil.cn',
  '/\t/evil.cn',
  '/..//evil.cn',
  '/.//evil.cn',
  '/%2e//evil.cn',
  '/x/..//evil.cn',
]
test.each([...outside, '', 'login', 'https://evil.cn', 'javascript:alert(1)', `/${'a'.repeat(2_001)}`, null, ['/']])(
  'refuses %j as a target inside the site',
  (value) => {
    expect(toLocalPath(value)).toBeNull()
  },
)

test('accepts only targets that a browser resolves inside the site', () => {
  const part = fc.constantFrom('/', '\\', '.', '..', '%2e', '%2F', 'evil.cn', '@', ':', '\t', '\n', '?', '#', 'a')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const target = toLocalPath(`/${parts.join('')}`)
      if (target !== null) expect(new URL(target, 'https://site.cn').origin).toBe('https://site.cn')
    }),
    { numRuns: 5_000 },
  )
})
