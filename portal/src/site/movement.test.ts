// Tests of motion on the home page: the floating notice stays in the window, the carousel wraps around.
import { assert, constantFrom, integer, nat, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { type Motion, moveStep } from './bounce.ts'
import { findNextSlide, findSlide } from './carousel.ts'

test('moves the notice by one pixel per step, and turns it at the edges', () => {
  let motion: Motion = { x: 8, y: 1, dx: 1, dy: -1 }
  const room = { width: 10, height: 20 }
  motion = moveStep(motion, room)
  expect(motion).toEqual({ x: 9, y: 0, dx: 1, dy: 1 })
  motion = moveStep(motion, room)
  expect(motion).toEqual({ x: 10, y: 1, dx: -1, dy: 1 })
  motion = moveStep(motion, room)
  expect(motion).toEqual({ x: 9, y: 2, dx: -1, dy: 1 })
})

test('keeps the notice inside from any start, also when the window shrinks', () => {
  const direction = constantFrom<1 | -1>(1, -1)
  const start = record({ x: nat(3000), y: nat(3000), dx: direction, dy: direction })
  const room = record({ width: integer({ min: -50, max: 2000 }), height: integer({ min: -50, max: 2000 }) })
  assert(
    property(start, room, (from, space) => {
      const { x, y } = moveStep(from, space)
      expect(x).toBeGreaterThanOrEqual(0)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(Math.max(0, space.width))
      expect(y).toBeLessThanOrEqual(Math.max(0, space.height))
    }),
  )
})

test('shows the first slide after the last', () => {
  expect([0, 1, 2].map((current) => findNextSlide(current, 3))).toEqual([1, 2, 0])
  expect(findNextSlide(0, 0)).toBe(0)
  expect(findSlide(1310, 640)).toBe(2)
  expect(findSlide(10, 0)).toBe(0)
})
