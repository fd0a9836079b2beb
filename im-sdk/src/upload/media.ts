// Duration and size of a recording, read in the browser, because the server does not determine them.

export type MediaFacts = { dur?: number; w?: number; h?: number }

/** @returns undefined outside of browsers, or where the browser cannot play the file */
export function readMedia(blob: Blob, kind: 'audio' | 'video'): Promise<MediaFacts> {
  if (typeof document === 'undefined') return Promise.resolve({})
  const element = document.createElement(kind)
  const url = URL.createObjectURL(blob)
  return new Promise<MediaFacts>((resolve) => {
    const timer = setTimeout(() => resolve({}), 5_000)
    const settle = (facts: MediaFacts) => {
      clearTimeout(timer)
      resolve(facts)
    }
    element.preload = 'metadata'
    element.addEventListener('error', () => settle({}))
    element.addEventListener('loadedmetadata', () => {
      const dur = Number.isFinite(element.duration) ? Math.round(element.duration * 1000) : 0
      settle({ dur, ...(element instanceof HTMLVideoElement && { w: element.videoWidth, h: element.videoHeight }) })
    })
    element.src = url
  }).finally(() => URL.revokeObjectURL(url))
}
