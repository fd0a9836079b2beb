// Creates what a chat handler receives beside its input: the caller, the stores, and the ways to the connected devices.
import { imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { ImCtx, ImViewer } from '../kit/chat/im-ctx.ts'
import type { Kit } from '../kit/ctx.ts'
import type { GenerationWatch } from '../kit/generation.ts'
import { createChangeReaders } from '../modules.ts'
import type { Connection } from './connection.ts'
import type { ConnectionRegistry } from './registry/registry.ts'

/** `startedIn`: generation of the database at the begin of the command. `refusal`: that of the rate limits, or null. */
type CommandState = { startedIn: number; refusal: ImFailure | null; isCancelled: () => boolean }

export function createCommandContexts(kit: Kit, registry: ConnectionRegistry, generation: GenerationWatch) {
  const readers = createChangeReaders(kit)
  return (connection: Connection, viewer: ImViewer, { startedIn, refusal, isCancelled }: CommandState): ImCtx => ({
    config: kit.config,
    sql: kit.sql,
    bodies: kit.bodies,
    secrets: kit.secrets,
    readers,
    viewer,
    connectionId: connection.id,
    async confirmGeneration(read) {
      if (read === startedIn) return
      await generation.check()
      throw imFail('timedOut')
    },
    deliver: (imId, push, data, except) => registry.deliver(imId, push, data, { except, generation: startedIn }),
    pushToCaller: (push, data) => connection.isOpen() && connection.push(push, data),
    deliverToTeam: (teamId, push, data, except, exceptImId) =>
      registry.deliverToTeam(teamId, push, data, { except, exceptImId, generation: startedIn }),
    events: registry.events,
    rooms: registry.rooms.port,
    room: connection.room,
    enterRoom: (roomId, visit) => registry.rooms.enter(connection, roomId, visit),
    followTeams: (load) => registry.followTeams(viewer.imId, load),
    refusal,
    isCancelled,
  })
}
