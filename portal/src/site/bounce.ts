// Motion of the floating notice: diagonal, turning at the edges of the window.

export type Motion = { x: number; y: number; dx: 1 | -1; dy: 1 | -1 }
/** Range of the motion: the window minus the notice's size. */
export type MotionRange = { width: number; height: number }

export const stepMs = 18 // portal.md 9: 1 px every 18 ms

function moveAlong(position: number, direction: 1 | -1, room: number): [number, 1 | -1] {
  const next = position + direction
  if (next >= room) return [Math.max(0, room), -1]
  if (next <= 0) return [0, 1]
  return [next, direction]
}

/** Moves the notice one pixel on both axes. */
export function moveStep({ x, y, dx, dy }: Motion, room: MotionRange): Motion {
  const [nextX, nextDx] = moveAlong(x, dx, room.width)
  const [nextY, nextDy] = moveAlong(y, dy, room.height)
  return { x: nextX, y: nextY, dx: nextDx, dy: nextDy }
}
