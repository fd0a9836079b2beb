// Tests that addresses of screens are unique.
import { expect, test } from 'vitest'
import { screens } from './screens.tsx'

test('has one screen for each address, and one entry in the menu for each screen', () => {
  const paths = screens.map((screen) => screen.path)
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual([])
  for (const screen of screens) {
    const entry = screen.icon ? screen : screens.find(({ path }) => path === screen.menuPath)
    expect(entry?.icon, screen.path).toBeTruthy()
    if (screen.path !== '/') expect(entry?.group, screen.path).toBeTruthy()
  }
})
