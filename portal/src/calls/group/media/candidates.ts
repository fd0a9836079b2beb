// Waits for the paths that a connection finds, because its description is sent once, with them.

/** After the first path to the media server, others are awaited for this time. */
const restMs = 700
/** A relay behind a slow line answers within this time, or not at all. */
const maxMs = 10_000

/** @returns once the local description has candidates; also when none was found in time */
export const waitForCandidates = (pc: RTCPeerConnection): Promise<void> =>
  new Promise((resolve) => {
    let timer = setTimeout(finish, maxMs)
    function finish(): void {
      clearTimeout(timer)
      pc.removeEventListener('icecandidate', look)
      pc.removeEventListener('icegatheringstatechange', look)
      resolve()
    }
    function look(event: Event): void {
      if (pc.iceGatheringState === 'complete') return finish()
      if (!('candidate' in event) || !event.candidate) return
      clearTimeout(timer)
      timer = setTimeout(finish, restMs)
    }
    if (pc.iceGatheringState === 'complete') return finish()
    pc.addEventListener('icecandidate', look)
    pc.addEventListener('icegatheringstatechange', look)
  })
