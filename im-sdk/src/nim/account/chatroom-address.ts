// Addresses of the servers of a chatroom. Loaded on first use.
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'

type ChatroomAddress = { address: string[]; chatroomId: string; ipType: number; isWeixinApp: boolean; type: number }

export const createChatroomAddressApi = ({ client }: Pick<NimCore, 'client'>) => ({
  /** `address`: pass it to `Chatroom.getInstance` as `chatroomAddresses`. */
  getChatroomAddress(options: { chatroomId: string } & WithDone<ChatroomAddress>): void {
    const { chatroomId, done } = options
    callDone(done, async () => {
      const { addresses } = await client.request('chatroom.getAddress', { chatroomId })
      return { address: addresses, chatroomId, ipType: 0, isWeixinApp: false, type: 1 }
    })
  },
})
