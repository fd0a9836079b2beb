// Duration of a recording, and width and height of a video, read in the browser, because the server does not determine
// them.

export type MediaMetadata = { dur?: number; w?: number; h?: number }

/** @returns no fields outside of browsers, or where the browser cannot play the file */
export function readMedia(blob: Blob, kind: 'audio' | 'video'): Promise<MediaMetadata> {
  if (typeof document === 'undefined') return Promise.resolve({})
  const element = document.createElement(kind)
  const url = URL.createObjectURL(blob)
  return new Promise<MediaMetadata>((resolve) => {
    const timer = setTimeout(() => resolve({}), 5_000)
    const settle = (facts: MediaMetadata) => {
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
