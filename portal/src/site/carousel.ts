// Autoplay and controls for the strips of home/*Carousel.tsx. It pauses under a pointer or focus, while the page is
// hidden, and after a press on pause; with reduced motion it never starts.

/** The next slide, or the first after the last. */
export const findNextSlide = (current: number, count: number) => (count < 1 ? 0 : (current + 1) % count)

/** The index of the visible slide of a strip. */
export const findSlide = (scrollLeft: number, width: number) => (width > 0 ? Math.round(scrollLeft / width) : 0)

function startCarousel(root: HTMLElement, wantsMotion: boolean): void {
  const track = root.querySelector<HTMLElement>('[data-track]')
  const controls = root.querySelector<HTMLElement>('[data-controls]')
  if (!track || !controls) return
  const dots = [...controls.querySelectorAll<HTMLButtonElement>('[data-go]')]
  const pause = controls.querySelector<HTMLButtonElement>('[data-pause]')
  const slides = [...track.children] as HTMLElement[]
  let isPaused = !wantsMotion

  const showSlide = (index: number) =>
    track.scrollTo({ left: index * track.clientWidth, behavior: wantsMotion ? 'smooth' : 'instant' })
  const findCurrentSlide = () => findSlide(track.scrollLeft, track.clientWidth)
  let markedIndex = -1
  const markCurrentSlide = () => {
    const currentIndex = findCurrentSlide() // read once: a read between two writes causes another layout
    if (currentIndex === markedIndex) return
    markedIndex = currentIndex
    dots.forEach((dot, index) => {
      if (index === currentIndex) dot.setAttribute('aria-current', 'true')
      else dot.removeAttribute('aria-current')
    })
    // keyboard focus must skip hidden slides
    slides.forEach((slide, index) => (slide.inert = index !== currentIndex))
  }
  const markPause = () => {
    pause?.toggleAttribute('data-paused', isPaused)
    pause?.setAttribute('aria-label', isPaused ? '播放轮播' : '暂停轮播')
  }

  dots.forEach((dot, index) => dot.addEventListener('click', () => showSlide(index)))
  pause?.addEventListener('click', () => {
    isPaused = !isPaused
    markPause()
  })
  track.addEventListener('scroll', markCurrentSlide, { passive: true })
  setInterval(() => {
    const isHeld = root.matches(':hover, :focus-within') || document.hidden
    if (!isPaused && !isHeld) showSlide(findNextSlide(findCurrentSlide(), slides.length))
  }, Number(root.dataset['carousel']))
  markCurrentSlide()
  markPause()
  controls.hidden = false
}

export function startCarousels(): void {
  const wantsMotion = !matchMedia('(prefers-reduced-motion: reduce)').matches
  document.querySelectorAll<HTMLElement>('[data-carousel]').forEach((root) => startCarousel(root, wantsMotion))
}
