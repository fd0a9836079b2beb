// Checks the token of a login, and the page that sends it.
import { createHash } from 'node:crypto'
import { imFail, type ImErrorName, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import { checkToken, selectAppOfKey } from '../im/chat.ts'
import { isPageOfApp, isSitePage } from '../kit/chat/chat-origins.ts'
import type { ImViewer } from '../kit/chat/im-ctx.ts'
import type { Kit } from '../kit/ctx.ts'
import type { Connection } from './connection.ts'

type LoginKit = Pick<Kit, 'sql' | 'config' | 'log'>
type CheckedApp = { id: number; isOnSite: boolean }

const refusals = {
  closed: 'appClosed',
  disabled: 'accountDisabled',
  forbidden: 'forbidden',
} as const

/** @throws ImFailure 2003 for a page of another app */
async function checkPage(kit: LoginKit, { page }: Connection, app: CheckedApp): Promise<void> {
  if (await isPageOfApp(kit, page, app)) return
  kit.log.warn({ origin: page.origin, appId: app.id }, 'login from a page of another app')
  throw imFail('foreignOrigin')
}

/** The refusal of a wrong token. Pages of the site may use the app key of an earlier chat service. */
async function refuseToken(kit: LoginKit, { page }: Connection, appKey: string): Promise<ImErrorName> {
  const app = await selectAppOfKey(kit.sql, appKey)
  if (app) return app.is_open ? 'wrongAccountOrToken' : 'appClosed'
  const isOnSite = page.origin !== undefined && isSitePage(kit, page.origin, page.host)
  return isOnSite ? 'wrongAccountOrToken' : 'unknownApp'
}

/** Logs the refusal. A chat page shows only its code. */
function failLogin(kit: LoginKit, input: TokenLoginInput, name: ImErrorName): ImFailure {
  kit.log.info({ account: input.account, appKey: input.appKey, refusal: name }, 'a login to the chat was refused')
  return imFail(name)
}

type TokenLoginInput = { appKey: string; account: string; token: string }

/** @throws ImFailure 302, 403, 422, 2003, 2004 or 2005 */
export async function requireTokenOwner(kit: LoginKit, connection: Connection, input: TokenLoginInput) {
  const owner = await checkToken(kit, { appKey: input.appKey, accid: input.account, token: input.token })
  if (owner === 'wrong') throw failLogin(kit, input, await refuseToken(kit, connection, input.appKey))
  if (typeof owner === 'string') throw failLogin(kit, input, refusals[owner])
  await checkPage(kit, connection, { id: owner.app_id, isOnSite: owner.is_site || owner.is_playground })
  return owner
}

/** The same device has the same name in a room, so that it is recognised after a reconnection. */
const nameAnonymous = ({ appKey, chatroomId, deviceId }: ParsedInput<'chatroom.login'>): string =>
  `anon_${createHash('sha256').update(`${appKey} ${chatroomId} ${deviceId}`).digest('hex').slice(0, 20)}`

/**
 * The account of a login to a chatroom, or an anonymous visitor when the login names none.
 * @throws ImFailure 302, 403, 422, 2003, 2004 or 2005
 */
export async function requireVisitor(
  kit: LoginKit,
  connection: Connection,
  input: ParsedInput<'chatroom.login'>,
): Promise<ImViewer> {
  const { deviceId, clientType } = input
  if (input.account === '') {
    const app = await selectAppOfKey(kit.sql, input.appKey)
    if (!app?.is_open) throw failLogin(kit, input, app ? 'appClosed' : 'unknownApp')
    await checkPage(kit, connection, { id: app.id, isOnSite: app.is_site || app.is_playground })
    const names = { imId: 0, appId: app.id, accid: nameAnonymous(input) }
    return { ...names, login: 0, fileKeyEnds: [], roleId: null, isMuted: false, deviceId, clientType }
  }
  const owner = await requireTokenOwner(kit, connection, input)
  const { id: imId, app_id: appId, accid, login, role_id: roleId, is_muted: isMuted } = owner
  return { imId, appId, accid, login, fileKeyEnds: [], roleId, isMuted, deviceId, clientType }
}
