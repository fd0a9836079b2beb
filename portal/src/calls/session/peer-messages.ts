// Messages between the two pages of a call, as text of a `control` command. Each load of a page has an id, so that
// messages of an earlier load are recognised.
import type { LinkMessage } from '../media/link.ts'

export type PeerMediaState = { hasVideo: boolean; isMuted: boolean; isSharing: boolean }
export type PeerMessage =
  /** `knows`: the page of the other side that the sender is connected with; empty before. */
  | { kind: 'ready'; page: string; knows: string }
  /** The page of the sender is closed on purpose. */
  | { kind: 'left'; page: string }
  | { kind: 'link'; page: string; to: string; data: LinkMessage }
  | ({ kind: 'media' } & PeerMediaState)
  /** The page of the other side from which the sender received messages before this one. */
  | ({ kind: 'seen' } & PeerMediaState)

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 64
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function isLinkMessage(value: unknown): value is LinkMessage {
  if (!isRecord(value)) return false
  if (isRecord(value.description)) {
    const { type, sdp } = value.description
    return (type === 'offer' || type === 'answer') && typeof sdp === 'string'
  }
  return value.candidate === null || isRecord(value.candidate)
}

/** @returns null for a text that is no message of a call page */
export function parsePeerMessage(text: string): PeerMessage | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(value)) return null
  const { kind, page, knows, to, data, hasVideo, isMuted, isSharing } = value
  if (kind === 'ready' && isText(page) && isText(knows)) return { kind, page, knows }
  if (kind === 'left' && isText(page)) return { kind, page }
  if (kind === 'link' && isText(page) && isText(to) && isLinkMessage(data)) return { kind, page, to, data }
  if (kind !== 'media' && kind !== 'seen') return null
  return { kind, hasVideo: hasVideo === true, isMuted: isMuted === true, isSharing: isSharing === true }
}
