// Waits for the network paths (ICE candidates) of a connection, because its description is sent once and must contain
// them.

/** Time to wait for further paths after the first one to the media server. */
const restMs = 700
/** A relay behind a slow link answers within this time, or not at all. */
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
