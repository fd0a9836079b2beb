// The room itself, and the tags and the place of this page.
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import type { RoomInfo } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { callDone } from '../nim/core/done-callback.ts'
import type { WithDone } from '../nim/core/options.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { RoomCore } from './room-core.ts'

type UpdateRoomOptions = CommandInput<'chatroom.updateRoom'> & { antiSpamBusinessId?: string }
type TagOptions = { tags?: string[]; notifyTargetTags?: string; needNotify?: boolean; ext?: string }
type PositionOptions = { loc_x?: number; loc_y?: number; loc_z?: number; distance?: number }

export function createRoomSettingsApi(core: RoomCore) {
  const { request, options: pageOptions } = core
  return {
    getChatroom({ done }: WithDone<{ chatroom: RoomInfo }> = {}): void {
      callDone(done, () => request('chatroom.getRoom', {}))
    },
    updateChatroom({ chatroom, needNotify, custom, done }: UpdateRoomOptions & WithDone<{ chatroom: RoomInfo }>): void {
      callDone(done, () => request('chatroom.updateRoom', { chatroom, ...omitUndefined({ needNotify, custom }) }))
    },
    /** Only the creator may close the room. */
    closeChatroom({ custom, done }: { custom?: string } & WithDone<null> = {}): void {
      callDone(done, () => request('chatroom.closeRoom', omitUndefined({ custom })))
    },
    updateTags({ tags, notifyTargetTags, needNotify, ext, done }: TagOptions & WithDone<null>): void {
      const change = omitUndefined({ tags, notifyTargetTags })
      callDone(done, async () => {
        await request('chatroom.updateTags', { ...change, ...omitUndefined({ needNotify, ext }) })
        Object.assign(pageOptions, change)
        return null
      })
    },
    /**
     * Sets the place of the visitor, who receives messages from nearby only. Without coordinates, the visitor has no
     * place.
     */
    updateCoordinate({ loc_x: x, loc_y: y = 0, loc_z: z = 0, distance, done }: PositionOptions & WithDone<null>): void {
      const place = x === undefined || distance === undefined ? null : { x, y, z, distance }
      callDone(done, async () => {
        await request('chatroom.updatePlace', { place })
        Object.assign(pageOptions, { loc_x: x, loc_y: y, loc_z: z, distance })
        return null
      })
    },
  }
}
