// Keys of messages and of pairs of accounts within a batch.
import type { OutgoingMessage } from './outgoing-message.ts'

export const messageKey = (senderId: number, idClient: string): string => `${senderId} ${idClient}`
export const messageKeyOf = ({ viewer, draft }: OutgoingMessage): string => messageKey(viewer.imId, draft.idClient)
export const pairKey = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`
