// What moves on the home page: the floating notice never leaves the window, the carousel goes round.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Motion, step } from './bounce.ts'
import { nextSlide, slideAt } from './carousel.ts'

test('the notice goes one pixel a step and turns at the edges', () => {
  let motion: Motion = { x: 8, y: 1, dx: 1, dy: -1 }
  const room = { width: 10, height: 20 }
  motion = step(motion, room)
  expect(motion).toEqual({ x: 9, y: 0, dx: 1, dy: 1 })
  motion = step(motion, room)
  expect(motion).toEqual({ x: 10, y: 1, dx: -1, dy: 1 })
  motion = step(motion, room)
  expect(motion).toEqual({ x: 9, y: 2, dx: -1, dy: 1 })
})

test('wherever it starts and however small the window becomes, it stays inside', () => {
  const direction = fc.constantFrom<1 | -1>(1, -1)
  const start = fc.record({ x: fc.nat(3000), y: fc.nat(3000), dx: direction, dy: direction })
  const room = fc.record({ width: fc.integer({ min: -50, max: 2000 }), height: fc.integer({ min: -50, max: 2000 }) })
  fc.assert(
    fc.property(start, room, (from, space) => {
      const { x, y } = step(from, space)
      expect(x).toBeGreaterThanOrEqual(0)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(Math.max(0, space.width))
      expect(y).toBeLessThanOrEqual(Math.max(0, space.height))
    }),
  )
})

test('after the last slide comes the first', () => {
  expect([0, 1, 2].map((current) => nextSlide(current, 3))).toEqual([1, 2, 0])
  expect(nextSlide(0, 0)).toBe(0)
  expect(slideAt(1310, 640)).toBe(2)
  expect(slideAt(10, 0)).toBe(0)
})
