// Context of a chat command that the server API runs in the name of an account.
import { clientTypes } from '@xinqiao/contract/im/auth.ts'
import type { ManagedAccount } from '../../im/chat.ts'
import { chatPushes } from '../../kit/bus/topic.ts'
import { noEvents, outsideRooms, type ImCtx } from '../../kit/chat/im-ctx.ts'
import { createRemoteRooms } from '../../kit/chat/rooms.ts'
import type { Kit } from '../../kit/ctx.ts'

type ServerScope = { kit: Kit; readers: ImCtx['readers']; generation: number }

export function createServerContext(
  { kit: { config, sql, bodies, secrets, bus }, readers, generation }: ServerScope,
  { id: imId, accid }: Pick<ManagedAccount, 'id' | 'accid'>,
  appId: number,
): ImCtx {
  const caller = { imId, appId, accid, login: 0, fileKeyEnds: [], roleId: null, isMuted: false }
  return {
    ...{ config, sql, bodies, secrets, readers, connectionId: '' },
    viewer: { ...caller, deviceId: '', clientType: clientTypes.Server },
    confirmGeneration: () => Promise.resolve(),
    deliver: (to, name, data) => chatPushes.publish(bus, { imId: to, name, data, generation }),
    deliverToTeam: (teamId, name, data) => chatPushes.publish(bus, { teamId, name, data, generation }),
    events: noEvents,
    rooms: createRemoteRooms(bus),
    ...outsideRooms,
    followTeams: () => Promise.resolve(),
  }
}
