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
  // Janus ends lines at \n only and compares names without regard to case, so nothing else may look like an end
  const marks = /^[\x20-\x7e\r\n]*$/.test(sdp) ? sdp.split(/\r?\n/).filter((line) => /^m=|^a=mid/i.test(line)) : []
  const lines = marks.map((line) => (line.startsWith('m=') ? line.split(' ', 1)[0] : line))
  if (lines.join() !== `m=audio,a=mid:${soundMid},m=video,a=mid:${pictureMid}`)
    throw new MediaFault('refused', 'an offer has other lines than one sound and one picture')
}
