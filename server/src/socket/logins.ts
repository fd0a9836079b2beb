// Ends connections whose login has ended: by a sign-out, a block, a closed app, or a kick by staff.
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { chatRoles, selectImIds, selectLiveLogins } from '../im/chat.ts'
import { changedChatLogins, endedSignInSessions, kickedChatAccounts } from '../kit/bus/topic.ts'
import type { Kit } from '../kit/ctx.ts'
import type { Connection } from './connection.ts'
import type { ConnectionRegistry } from './registry/registry.ts'

/** `custom` distinguishes these disconnections from an ended session, which has the same reason. */
const kickedDetail = { reason: 'serverKick', custom: 'kicked', message: '管理员已断开您的聊天连接' } as const
const blockedDetail = {
  reason: 'serverKick',
  custom: 'blocked',
  message: '您的聊天账号已停用。如有疑问，请联系网站管理员',
} as const
const closedDetail = { reason: 'serverKick', custom: 'appClosed', message: imErrors.appClosed.message } as const
const endedDetail = { reason: 'serverKick', message: '登录信息过期重新登录' } as const

/** Examiners' pages, which have sign-in sessions as well. */
type ExamWatch = { checkSignInSessions: () => Promise<void> }

export function watchLogins(kit: Kit, registry: ConnectionRegistry, examWatch: ExamWatch) {
  async function endDead(connections: readonly Connection[]): Promise<void> {
    if (connections.length === 0) return
    const logins = [...new Set(connections.flatMap(({ viewer }) => viewer?.login ?? []))]
    const { factorRoles } = kit.config
    const liveLogins = await selectLiveLogins(kit.sql, { logins, roleIds: chatRoles, factorRoles })
    for (const connection of connections) {
      const liveLogin = connection.viewer && liveLogins.get(connection.viewer.login)
      if (!connection.viewer) continue
      if (liveLogin) connection.viewer.isMuted = liveLogin.isMuted
      if (liveLogin?.isAppClosed) registry.end(connection, 'kickedByServer', closedDetail)
      else if (liveLogin?.isBlocked) registry.end(connection, 'kickedByServer', blockedDetail)
      else if (!liveLogin) registry.end(connection, 'sessionEnded', endedDetail)
    }
  }
  async function checkAccount(accountId: number): Promise<void> {
    await examWatch.checkSignInSessions()
    if (registry.listSignedIn().length === 0) return
    const imIds = new Set(await selectImIds(kit.sql, [accountId]))
    await endDead(registry.listSignedIn().filter(({ viewer }) => viewer && imIds.has(viewer.imId)))
  }
  const listDevices = (imId: number) => registry.listSignedIn().filter(({ viewer }) => viewer?.imId === imId)

  const unsubscribes = [
    endedSignInSessions.subscribe(kit.bus, (accountId) => {
      checkAccount(accountId).catch((error: unknown) => kit.log.warn({ err: error }, 'chat sessions not readable'))
    }),
    changedChatLogins.subscribe(kit.bus, (imId) => {
      endDead(listDevices(imId)).catch((error: unknown) => kit.log.warn({ err: error }, 'chat logins not readable'))
    }),
    kickedChatAccounts.subscribe(kit.bus, (imId) => {
      for (const connection of listDevices(imId)) registry.end(connection, 'kickedByServer', kickedDetail)
    }),
  ]

  return {
    async checkAll(): Promise<void> {
      await examWatch.checkSignInSessions()
      await endDead(registry.listSignedIn())
    },
    close(): void {
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}
