// Consent of each client to take part in a counsellor-led group. No one becomes a member without it.
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import type { ConsentRecord } from '@xinqiao/contract/http/consents.ts'
import type { LedConsentText } from '@xinqiao/contract/http/peer-groups/led.ts'
import { ensureAccount, leaveManagedTeam } from '../../../im/chat.ts'
import { forEachInOrder } from '../../../kit/async/for-each-in-order.ts'
import { inTransaction, viewerOf, type Ctx, type Kit } from '../../../kit/ctx.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { formatTime } from '../../../kit/time.ts'
import { hashLedConsent, ledConsentHash, ledConsentText, ledConsentVersions } from './consent-text.ts'
import * as ledStore from '../records/led-store.ts'
import { notifyNewConsent } from '../present/notices.ts'
import * as store from '../records/group-store.ts'

/** The version and digest of the text that the client read. */
export type ConsentTextRef = { version: string; hash: string }

/** The text of a version, the present one by default. */
export function getLedConsentText(version: string = ledConsentText.version): LedConsentText {
  const text = orNotFound(ledConsentVersions.find((row) => row.version === version) ?? null)
  return { ...text, hash: hashLedConsent(text) }
}

/**
 * Stores the consent of an applicant to a counsellor-led group; other groups need none.
 * @throws Failure invalid without a consent, changedMeanwhile for an outdated text
 */
export async function recordLedConsent(
  tx: Tx,
  { id, kind }: Pick<store.PeerGroupRow, 'id' | 'kind'>,
  accountId: number,
  read: ConsentTextRef | undefined,
): Promise<void> {
  if (kind !== 'led') return
  if (!read) throw failField('agreed', '请先阅读并同意团体辅导知情同意书')
  if (read.version !== ledConsentText.version || read.hash !== ledConsentHash)
    throw fail('changedMeanwhile', '知情同意书已更新，请刷新后重新阅读')
  const consent = { group_id: id, account_id: accountId, version: read.version, text_hash: read.hash }
  await ledStore.insertConsent(tx, consent)
}

/**
 * @param isOwn true when the client is the caller, who reads the error
 * @throws Failure wrongState for a client without a consent in force to the present text
 */
export async function requireLedConsent(
  tx: Tx,
  { id, kind }: Pick<store.PeerGroupRow, 'id' | 'kind'>,
  { accountId, isOwn }: { accountId: number; isOwn: boolean },
): Promise<void> {
  if (kind !== 'led') return
  const consent = await ledStore.selectConsentInForce(tx, id, accountId)
  if (!consent) throw fail('wrongState', isOwn ? '您已撤回同意' : '申请人已撤回同意')
  if (consent.version !== ledConsentText.version)
    throw fail(
      'wrongState',
      isOwn
        ? '知情同意书已更新，请刷新页面，阅读并同意新版后再接受邀请'
        : '知情同意书已更新，系统已通知申请人；申请人在小组页面同意新版后，您才能通过',
    )
}

/** True for a client whose consent in force is to an earlier version. */
export async function hasOutdatedConsent(db: Db, groupId: number, accountId: number): Promise<boolean> {
  const consent = await ledStore.selectConsentInForce(db, groupId, accountId)
  return consent !== null && consent.version !== ledConsentText.version
}

/** Replaces the consent of a member or applicant by one to the present text. */
export const renewLedConsent = (
  ctx: Ctx,
  { id: groupId, consent }: { id: number; consent: ConsentTextRef },
): Promise<null> =>
  inTransaction(ctx.kit, async ({ tx }) => {
    const { id: accountId } = viewerOf(ctx)
    const group = await store.lockGroup(tx, groupId)
    if (!group || !(await ledStore.selectConsentInForce(tx, groupId, accountId))) throw fail('notFound')
    await recordLedConsent(tx, group, accountId, consent)
    return null
  })

/** Job: asks clients to read the present text, because their consent does not cover what is new in it. */
export async function askForNewConsents(kit: Kit): Promise<void> {
  const rows = await ledStore.selectOutdatedConsents(kit.sql, ledConsentText.version)
  await forEachInOrder(
    Map.groupBy(rows, (row) => row.id),
    ([id, clients]) => {
      const group = { id, title: clients[0]!.title, kind: clients[0]!.kind }
      const accountIds = clients.map((row) => row.account_id)
      return inTransaction(kit, (scope) => notifyNewConsent(scope, group, accountIds, ledConsentText.version))
    },
  )
}

/** Withdraws the consent of the caller, which ends the application and the membership in the team. */
export const withdrawLedConsent = (ctx: Ctx, groupId: number): Promise<null> =>
  inTransaction(ctx.kit, async (scope) => {
    const { tx } = scope
    const { id: accountId } = viewerOf(ctx)
    const group = await store.lockGroup(tx, groupId)
    if (!group || !(await ledStore.selectConsentInForce(tx, groupId, accountId))) throw fail('notFound')
    // locks the team before the consent, as the chat does; leaving the team fires the trigger that ends the consent
    if (group.team_id !== null && group.state !== 'dissolved')
      await leaveManagedTeam(scope, group.team_id, await ensureAccount(tx, accountId))
    await ledStore.markConsentWithdrawn(tx, groupId, accountId)
    await store.markLiveApplicationEnded(tx, groupId, accountId)
    return null
  })

/** Consents to groups for the list of the account's consents; each is withdrawn on the page of its group. */
export async function listLedConsents(db: Db, accountId: number): Promise<Omit<ConsentRecord, 'id'>[]> {
  const rows = await ledStore.selectConsentsOf(db, accountId)
  return rows.map((row) => ({
    title: `${ledConsentText.title}：${row.title}`,
    version: row.version,
    hash: row.text_hash,
    givenTime: formatTime(row.given_at),
    withdrawnTime: row.withdrawn_at ? formatTime(row.withdrawn_at) : null,
    purpose: null,
    groupId: row.group_id,
    withdrawal: ledConsentText.withdrawal,
  }))
}
