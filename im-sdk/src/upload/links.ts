// Upload addresses: uses the first one while it works, the next one after a failure, and the first again after a while
// (messaging.md 4).

export type UploadLinks = {
  current: () => string
  /**
   * Reports a failed address.
   * @returns whether there is another one that was not tried since the first one
   */
  fail: (link: string) => boolean
}

/** @param now milliseconds of any monotonic clock */
export function createLinks(
  links: readonly [string, ...string[]],
  circuitMs = 60_000,
  now: () => number = () => performance.now(),
): UploadLinks {
  let linkIndex = 0
  let openedAt = 0
  return {
    current() {
      if (linkIndex > 0 && now() - openedAt >= circuitMs) linkIndex = 0
      return links[linkIndex] ?? links[0]
    },
    fail(link) {
      if (links[linkIndex] !== link) return true
      if (linkIndex + 1 >= links.length) {
        linkIndex = 0
        return false
      }
      if (linkIndex === 0) openedAt = now()
      linkIndex += 1
      return true
    },
  }
}
