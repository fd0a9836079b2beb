// Loads the next page of a list when its end becomes visible.
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * @param count the number of loaded items
 * @returns the reference of an element below the last item
 */
export function useInfiniteScroll<E extends HTMLElement>(
  count: number,
  canLoad: boolean,
  loadMore: () => Promise<void>,
): RefObject<E | null> {
  const end = useRef<E>(null)
  const loadNext = useEffectEvent(() => void loadMore())
  useEffect(() => {
    const element = end.current
    if (!element || !canLoad) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) loadNext()
    })
    observer.observe(element)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- observes again after each page
  }, [canLoad, count])
  return end
}
