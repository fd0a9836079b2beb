// The floating notice: bounces through the window, waits under the pointer and the focus, stands still where motion
// is not wanted, and once closed stays away for the visit.
import { type Motion, step, stepMs } from './bounce.ts'

const closedKey = 'floating-closed'
const marginPx = 16

export function startFloating(): void {
  const notice = document.querySelector<HTMLElement>('[data-floating]')
  if (!notice || sessionStorage.getItem(closedKey)) return
  notice.hidden = false
  const { offsetWidth, offsetHeight } = notice
  const measure = () => ({ width: innerWidth - offsetWidth, height: innerHeight - offsetHeight })
  let room = measure() // kept: asking in every frame would lay the page out every time
  let motion: Motion = { x: room.width - marginPx, y: room.height - marginPx, dx: -1, dy: -1 }
  const place = () => (notice.style.transform = `translate(${motion.x}px, ${motion.y}px)`)

  let isHeld = false
  let frame = 0
  let lastMs = performance.now()
  const move = (nowMs: number) => {
    const steps = Math.floor((nowMs - lastMs) / stepMs)
    // a tab that slept does not catch up
    lastMs = steps > 60 ? nowMs : lastMs + steps * stepMs
    if (!isHeld && steps > 0 && steps <= 60) {
      for (let count = 0; count < steps; count++) motion = step(motion, room)
      place()
    }
    frame = requestAnimationFrame(move)
  }
  const hold = () => (isHeld = true)
  const release = () => (isHeld = notice.matches(':hover, :focus-within'))
  for (const type of ['pointerenter', 'focusin']) notice.addEventListener(type, hold)
  for (const type of ['pointerleave', 'focusout']) notice.addEventListener(type, () => setTimeout(release))
  notice.querySelector('button')?.addEventListener('click', () => {
    cancelAnimationFrame(frame)
    sessionStorage.setItem(closedKey, '1')
    notice.remove()
  })
  addEventListener('resize', () => (room = measure()))
  place()
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) frame = requestAnimationFrame(move)
}
