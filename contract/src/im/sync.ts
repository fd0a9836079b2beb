// Sync: first the sessions and other changes since the device's mark, then the missing messages (docs/guides/sync.md).
import { z } from 'zod'
import { Accid } from './accounts/auth.ts'
import { Change } from './accounts/changes.ts'
import { WireMessage } from './messages/messages.ts'
import { SessionState } from './messages/msg.ts'
import { Broadcast } from './accounts/notify.ts'
import { command, definePush, service } from './command.ts'
import { Scene } from './messages/scene.ts'
import { TeamSyncMark, teamLimits } from './team/team-model.ts'
import { TeamState } from './team/team.ts'

/** Position of a paged sync: the last session and the last change returned. */
const SyncPosition = z.object({
  /** Version and conversation of the last session. */
  sessions: z.tuple([z.number().int().min(0), z.number().int().min(0)]),
  /** Version, kind and key of the last change. */
  changes: z.tuple([z.number().int().min(0), z.string().max(40), z.string().max(200)]),
})
export type SyncPosition = z.output<typeof SyncPosition>

const SyncMark = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

export const sync = service(
  5,
  {
    sync: command(1, {
      who: 'chat',
      input: z.object({
        mark: SyncMark,
        /** True when the device holds no messages yet, so that it needs no list of removed ones. */
        isFirst: z.boolean().default(false),
        /** The last broadcast that this device has. */
        broadcastMark: SyncMark.default(0),
        /** The teams that this device holds. */
        teamMarks: z
          .array(TeamSyncMark)
          .max(teamLimits.teams * 2)
          .default([]),
        /** The position that the previous page returned; absent for the first page. */
        position: SyncPosition.optional(),
      }),
      output: z.object({
        /**
         * Generation of the database's history. A device with data of another generation discards it and syncs from
         * mark 0, because the lost numbers are assigned again.
         */
        generation: z.number(),
        /** The next mark: this reply or an earlier one contains everything up to it. */
        mark: z.number(),
        hasMore: z.boolean(),
        /** Start of the next page: one commit may change more rows than a page holds. */
        position: SyncPosition.optional(),
        sessions: z.array(z.object({ session: SessionState, lastMsg: WireMessage.nullable() })),
        changes: z.array(Change),
        broadcasts: z.array(Broadcast),
        /** Teams that changed since their marks; only on the first page. */
        teams: z.array(TeamState),
        /**
         * Recalled and edited messages of these teams since their marks. With `isIncomplete`, there were too many, so
         * that the device drops the messages of the team that it holds.
         */
        teamChanges: z.array(z.object({ teamId: z.string(), isIncomplete: z.boolean(), changes: z.array(Change) })),
        /** Teams among the marks in which the account is not a member; only on the first page. */
        leftTeams: z.array(z.string()),
      }),
      timeoutMs: 180_000,
    }),
    syncMsgs: command(3, {
      who: 'chat',
      input: z.object({
        /** Time of the last message held without a gap, for each conversation; 0 for none. */
        since: z
          // optional, because earlier versions of the SDK do not send it
          .array(z.object({ scene: Scene.default('p2p'), to: Accid, time: SyncMark }))
          .min(1)
          .max(100),
      }),
      output: z.object({
        /** The missing messages: one list for each entry of `since`. */
        lists: z.array(
          z.object({
            scene: Scene,
            to: z.string(),
            msgs: z.array(WireMessage),
            /** Positions of removed messages, which do not count as gaps. */
            gone: z.array(z.object({ seq: z.number(), time: z.number() })),
            hasMore: z.boolean(),
          }),
        ),
      }),
      timeoutMs: 180_000,
    }),
  },
  {
    /** Changes, and the device of this account that caused them; empty if another account did. */
    changed: definePush(101, z.object({ changes: z.array(Change), deviceId: z.string() })),
    /** Pushes between nodes may have been lost: the device syncs as after a login. */
    look: definePush(102, z.object({})),
  },
)
