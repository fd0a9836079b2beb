// Names of visitors in a room that names them. A visitor may choose another one before writing.
import { foldName } from '@xinqiao/contract/names.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { createRemoteRooms } from '../../../kit/chat/rooms.ts'
import { selectModerators } from '../records/member-store.ts'
import * as nameStore from '../records/name-store.ts'
import { lockRoom } from '../records/room-store.ts'
import type { ModerationScope } from './managed-moderation.ts'

export { deleteRoomNames, upsertRoomName } from '../records/name-store.ts'

type NameChoice = { roomId: number; account: { id: number; accid: string }; nick: string }

/**
 * Stores the name that a visitor chose, and shows it from now on.
 * @returns why the name stays as it was; null when it is changed
 */
export async function chooseRoomName(
  { kit, tx, afterCommit }: ModerationScope,
  { roomId, account, nick }: NameChoice,
): Promise<'hasWritten' | 'taken' | null> {
  const visitor = { roomId, imId: account.id }
  // until the commit, no other visitor can choose the same name
  await lockRoom(tx, roomId)
  if (await nameStore.hasWritten(tx, visitor, chatMessageTypes.notification)) return 'hasWritten'
  await nameStore.upsertRoomName(tx, visitor)
  const moderators = (await selectModerators(tx, roomId)).flatMap(({ nicks }) => nicks.map(foldName))
  if (moderators.includes(foldName(nick)) || (await nameStore.hasOtherRoomName(tx, visitor, nick))) return 'taken'
  await nameStore.updateRoomName(tx, visitor, nick)
  afterCommit(() => createRemoteRooms(kit.bus).update(roomId, account.accid, { nick }))
  return null
}
