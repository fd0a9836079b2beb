// Composes the methods of a `Chatroom`. The code is loaded with the first instance.
import type { WithDone } from '../nim/core/options.ts'
import { createRoomMessagesApi } from './messages.ts'
import { createRoomMembersApi } from './members.ts'
import type { ChatroomOptions } from './options.ts'
import { createRoomQueueApi } from './queue.ts'
import { RoomCore } from './room-core.ts'
import { createRoomFilesApi } from './send-file.ts'
import { createRoomSettingsApi } from './settings.ts'

function createRoomConnectionApi({ connection, request }: RoomCore) {
  const disconnect = ({ done }: WithDone<null> = {}): void => {
    connection.disconnect()
    done?.(null, null)
  }
  return {
    connect: (): void => connection.connect(),
    disconnect,
    destroy: disconnect,
    /** Also leaves the room on the server at once. */
    logout(options: WithDone<null> = {}): void {
      void request('chatroom.logout', {})
        .catch(() => null)
        .then(() => disconnect(options))
    },
  }
}

export function createRoomApi(options: ChatroomOptions, page: { account: string }) {
  const core = new RoomCore(options, page)
  const messages = createRoomMessagesApi(core)
  return {
    core,
    methods: {
      ...createRoomConnectionApi(core),
      ...messages.methods,
      ...createRoomFilesApi(core, messages),
      ...createRoomMembersApi(core),
      ...createRoomSettingsApi(core),
      ...createRoomQueueApi(core),
    },
  }
}
export type RoomApi = ReturnType<typeof createRoomApi>
