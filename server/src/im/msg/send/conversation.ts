// A p2p conversation under the locks of its participants: its last position, and its key.
import { createP2pTarget, type Target } from '@xinqiao/contract/im/messages/scene.ts'

/** `version`: the one of the last commit that changed the account. */
type ConversationParticipant = { id: number; accid: string; version: number }
/** `low` is the participant with the lower id. */
export type LockedPairConversation = {
  id: number
  low: ConversationParticipant
  high: ConversationParticipant
  lastSeq: number
  lastTime: number
  sealedKey: Uint8Array
}

/** A chat with oneself has only one session. */
export const participantsOf = ({ low, high }: LockedPairConversation): ConversationParticipant[] =>
  low.id === high.id ? [low] : [low, high]

export const peerOfParticipant = ({ low, high }: LockedPairConversation, imId: number): ConversationParticipant =>
  imId === low.id ? high : low

/** The target by which this participant addresses the conversation. */
export const targetFor = (conversation: LockedPairConversation, imId: number): Target =>
  createP2pTarget(peerOfParticipant(conversation, imId).accid)
