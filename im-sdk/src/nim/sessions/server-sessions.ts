// The server's list of sessions, and the account's notes about each. Loaded on first use.
import type { CommandOutput } from '@xinqiao/contract/im/index.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { readTarget } from '../core/targets.ts'
import { presentMessage, type NimMessage, type NimScene } from '../present/messages.ts'

type SessionTarget = { scene: string; to: string }
type ServerPageInput = { minTimestamp?: number; maxTimestamp?: number; limit?: number; needLastMsg?: boolean }
type ServerSessionReply = CommandOutput<'serverSession.getServerSession'>
export type NimServerSession = {
  id: string
  scene: NimScene
  to: string
  updateTime: number
  ext: string
  lastMsg?: NimMessage
}
type ServerSessionPage = { sessionList: NimServerSession[]; hasMore: boolean; minTimestamp: number }

function presentServerSession(
  core: Pick<NimCore, 'presenterContext'>,
  { session, lastMsg }: ServerSessionReply,
): NimServerSession {
  const { scene, to, updateTime, ext } = session
  const last = lastMsg && { lastMsg: presentMessage(lastMsg, core.presenterContext()) }
  return { id: sessionIdOf(session), scene, to, updateTime, ext, ...last }
}

export const createServerSessionsApi = (core: Pick<NimCore, 'client' | 'presenterContext'>) => ({
  getServerSessions({ done, ...options }: ServerPageInput & WithDone<ServerSessionPage> = {}): void {
    callDone(done, async () => {
      const { sessionList, ...rest } = await core.client.request('serverSession.getServerSessions', options)
      return { ...rest, sessionList: sessionList.map((row) => presentServerSession(core, row)) }
    })
  },
  getServerSession({ scene, to, done }: SessionTarget & WithDone<NimServerSession>): void {
    const input = readTarget({ scene, to })
    callDone(done, () =>
      core.client.request('serverSession.getServerSession', input).then((row) => presentServerSession(core, row)),
    )
  },
  updateServerSession({ scene, to, extra, done }: SessionTarget & { extra: string } & WithDone<null>): void {
    callDone(done, () =>
      core.client.request('serverSession.updateServerSession', { ...readTarget({ scene, to }), extra }),
    )
  },
})
