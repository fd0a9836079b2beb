// Recognises the technical messages between two pages of a call, which hold no text of a person. Word list and detector
// skip them, so each part is checked for its characters and size.
import { z } from 'zod'

const PageId = z.uuid()
/** Lines such as `a=mid:0`, all plain ASCII (RFC 8866). Names of a session are `-` in browsers. */
const Sdp = z
  .string()
  .max(16_000)
  .regex(/^(?:(?:s=-|[abcmotv]=[ -~]+)\r?\n)+$/)
const Candidate = z
  .string()
  .max(400)
  .regex(/^(?:candidate:[!-~]+(?: [!-~]+){7,40})?$/)
const CandidateInit = z.strictObject({
  candidate: Candidate,
  sdpMid: z
    .string()
    .regex(/^\w{1,16}$/)
    .nullish(),
  sdpMLineIndex: z.number().int().min(0).max(99).nullish(),
  usernameFragment: z
    .string()
    .regex(/^[\w+/]{1,256}$/)
    .nullish(),
})
const LinkData = z.union([
  z.strictObject({ description: z.strictObject({ type: z.enum(['offer', 'answer']), sdp: Sdp }) }),
  z.strictObject({ candidate: CandidateInit.nullable() }),
])
const PageMessage = z.union([
  z.strictObject({ kind: z.literal('ready'), page: PageId, knows: z.union([z.literal(''), PageId]) }),
  z.strictObject({ kind: z.literal('left'), page: PageId }),
  z.strictObject({ kind: z.literal('link'), page: PageId, to: PageId, data: LinkData }),
  z.strictObject({
    kind: z.enum(['media', 'seen']),
    hasVideo: z.boolean(),
    isMuted: z.boolean(),
    isSharing: z.boolean(),
  }),
])

/** @returns false for any other text, which is read like all texts of people */
export function isPageMessage(text: string): boolean {
  if (!text.startsWith('{"kind":')) return false
  try {
    return PageMessage.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}
