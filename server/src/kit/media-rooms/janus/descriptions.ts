// Session descriptions of pages before they reach Janus.
import { MediaFault } from '../media-rooms.ts'

/** The line of the sound in each offer of a page, and that of the picture. */
export const soundMid = '0'
const pictureMid = '1'

/**
 * A page sends one sound and one picture, on known lines, so that muting by the leader reaches all of its sound.
 * @throws MediaFault refused
 */
export function checkOffer(sdp: string): void {
  const sections = sdp.split(/\r?\n(?=m=)/).slice(1)
  const lines = sections.map((section) => {
    const [, kind = ''] = /^m=(\w+)/.exec(section) ?? []
    const [, mid = ''] = /^a=mid:(.*)$/m.exec(section) ?? []
    return `${kind} ${mid.trim()}`
  })
  if (lines.join() !== `audio ${soundMid},video ${pictureMid}`)
    throw new MediaFault('refused', 'an offer has other lines than one sound and one picture')
}
