// Requires consent to the current text before the first message of a user to a counsellor.
import { fail } from '@xinqiao/contract/errors.ts'
import type { ChatConsent } from '@xinqiao/contract/http/chat/inbox.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import * as store from './store.ts'
import { chatConsentText, consentHash } from './text.ts'

/** Users write to other users and to robots without consent. */
const isConsentNeededFor = (peerRole: number | null): boolean => peerRole === roles.counsellor

/** @param to the chat account that the caller wants to write to */
export async function readConsent(
  sql: Sql,
  { id, roleId }: { id: number; roleId: number },
  to?: string,
): Promise<ChatConsent> {
  const [isAgreed, peerRole] = await Promise.all([
    store.hasAgreed(sql, id, chatConsentText.version),
    to === undefined ? roles.counsellor : store.selectSiteRole(sql, to),
  ])
  return {
    ...chatConsentText,
    sections: [...chatConsentText.sections],
    hash: consentHash,
    isAgreed,
    isNeeded: roleId === roles.user,
    isToCounsellor: isConsentNeededFor(peerRole),
  }
}

/** @throws Failure changedMeanwhile when the text has changed since it was read */
export async function recordChatConsent(
  sql: Sql,
  imId: number,
  read: { version: string; hash: string },
): Promise<void> {
  if (read.version !== chatConsentText.version || read.hash !== consentHash)
    throw fail('changedMeanwhile', '知情同意书已更新，请重新阅读')
  await store.insertConsent(sql, imId, chatConsentText.version, consentHash)
}

export const consentHandlers: ImHandlers<'misc.getConsent' | 'misc.acceptConsent'> = {
  async 'misc.getConsent'(_input, { sql, viewer: { imId, roleId } }) {
    const isAgreed = await store.hasChatAgreed(sql, imId, chatConsentText.version)
    return {
      ...chatConsentText,
      sections: [...chatConsentText.sections],
      hash: consentHash,
      isAgreed,
      isNeeded: roleId === roles.user,
    }
  },
  async 'misc.acceptConsent'(read, { sql, viewer: { imId } }) {
    if (read.version !== chatConsentText.version || read.hash !== consentHash)
      throw imFail('invalid', '知情同意书已更新，请重新阅读')
    await store.insertConsent(sql, imId, chatConsentText.version, consentHash)
    return null
  },
}

const maxCachedAccounts = 50_000
const cacheMs = 60_000

/**
 * Checks the consent before a message. It caches for ever that an account has consented, and for a minute that a
 * receiver needs no consent. Only without such an entry does it query the database.
 */
export function createConsentGuard(sql: Sql) {
  const agreedIds = new Set<number>()
  const consentFreeUntil = new Map<string, number>()
  async function checkInDatabase(imId: number, receivers: readonly string[]): Promise<void> {
    const { sender_role, peer_roles, has_agreed } = await store.selectConsentState(
      sql,
      imId,
      receivers,
      chatConsentText.version,
    )
    if (agreedIds.size > maxCachedAccounts) agreedIds.clear()
    if (consentFreeUntil.size > maxCachedAccounts) consentFreeUntil.clear()
    if (sender_role !== roles.user || has_agreed) return void agreedIds.add(imId)
    if (peer_roles.some(isConsentNeededFor)) throw imFail('consentNeeded')
    for (const to of receivers) consentFreeUntil.set(`${imId} ${to}`, performance.now() + cacheMs)
  }
  /**
   * Checks the consent to write to these accounts.
   * @returns null when no query is needed
   */
  return ({ viewer: { imId } }: ImCtx, ...receivers: readonly string[]): Promise<void> | null =>
    agreedIds.has(imId) || receivers.every((to) => (consentFreeUntil.get(`${imId} ${to}`) ?? 0) > performance.now())
      ? null
      : checkInDatabase(imId, receivers)
}
