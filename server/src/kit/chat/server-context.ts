// Context of a chat command that the server runs in the name of an account, which has no connection.
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'
import type { Bus } from '../bus/bus.ts'
import { chatPushes } from '../bus/topic.ts'
import { noEvents, outsideRooms, type ImCtx } from './im-ctx.ts'
import { createRemoteRooms } from './rooms.ts'

type ServerContextServices = Pick<ImCtx, 'readers'> & {
  kit: Pick<ImCtx, 'config' | 'sql' | 'bodies' | 'secrets'> & { bus: Bus }
  generation: number
}

export function createServerContext(
  { kit: { config, sql, bodies, secrets, bus }, readers, generation }: ServerContextServices,
  { id: imId, accid }: { id: number; accid: string },
  appId: number,
): ImCtx {
  const caller = { imId, appId, accid, login: 0, fileKeyEnds: [], roleId: null, isMuted: false }
  return {
    config,
    sql,
    bodies,
    secrets,
    readers,
    connectionId: '',
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
