// The floating notice. It bounces through wide windows, pauses under pointer and focus, and does not move with reduced
// motion. It is docked on phones, and stays closed for a week.
import { dayMs } from '@xinqiao/contract/time.ts'
import { type Motion, moveStep, stepMs } from './bounce.ts'

const closedKey = 'floating-closed-at'
const closedForMs = 7 * dayMs
const marginPx = 16
/** Width from which the notice moves; equals `md:` in its styles. */
const wideWindow = matchMedia('(min-width: 48rem)')
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

function isRecentlyClosed(): boolean {
  const closedAt = Number(localStorage.getItem(closedKey))
  return closedAt > Date.now() - closedForMs && closedAt <= Date.now()
}

export function startFloating(): void {
  const notice = document.querySelector<HTMLElement>('[data-floating]')
  if (!notice || isRecentlyClosed()) return
  notice.hidden = false
  const measure = () => ({ width: innerWidth - notice.offsetWidth, height: innerHeight - notice.offsetHeight })
  let room = measure() // cached: measuring in every frame would cause a layout each time
  let motion: Motion = { x: room.width - marginPx, y: room.height - marginPx, dx: -1, dy: -1 }
  const applyPosition = () =>
    (notice.style.transform = wideWindow.matches ? `translate(${motion.x}px, ${motion.y}px)` : '')

  let isHeld = false
  let frame = 0
  let lastMs = performance.now()
  const moveNotice = (nowMs: number) => {
    const steps = Math.floor((nowMs - lastMs) / stepMs)
    // after a suspended tab resumes, the notice does not make up for the missed steps
    lastMs = steps > 60 ? nowMs : lastMs + steps * stepMs
    if (!isHeld && steps > 0 && steps <= 60) {
      for (let count = 0; count < steps; count++) motion = moveStep(motion, room)
      applyPosition()
    }
    frame = requestAnimationFrame(moveNotice)
  }
  const settle = () => {
    cancelAnimationFrame(frame)
    room = measure()
    applyPosition()
    lastMs = performance.now()
    if (wideWindow.matches && !reducedMotion.matches) frame = requestAnimationFrame(moveNotice)
  }
  const holdNotice = () => (isHeld = true)
  const release = () => (isHeld = notice.matches(':hover, :focus-within'))
  for (const type of ['pointerenter', 'focusin']) notice.addEventListener(type, holdNotice)
  for (const type of ['pointerleave', 'focusout']) notice.addEventListener(type, () => setTimeout(release))
  notice.querySelector('button')?.addEventListener('click', () => {
    cancelAnimationFrame(frame)
    localStorage.setItem(closedKey, `${Date.now()}`)
    notice.remove()
  })
  addEventListener('resize', () => (room = measure()))
  wideWindow.addEventListener('change', settle)
  settle()
}
