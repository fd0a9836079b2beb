// System messages: written in the transaction of their event, and kept for a month.
import type { SystemMessage, SystemMessageType } from '@xinqiao/contract/im/accounts/notify.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { Target } from '@xinqiao/contract/im/messages/scene.ts'
import { reserveId, type Db } from '../../kit/db/db.ts'
import type { ChangeReaders, ImCtx } from '../../kit/chat/im-ctx.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import type { Secrets } from '../../kit/auth/secrets.ts'
import { expectNoBarrier } from '../changes/barriers.ts'
import { changeAccounts, type ChangeScope } from '../changes/changes.ts'
import { selectPeerId, type ChatAccountRow } from '../changes/store.ts'
import * as store from './store.ts'

/** Text written by users, sealed in the database. */
type NoticeTexts = Pick<SystemMessage, 'ps' | 'attach' | 'content' | 'nickInTeam' | 'teamId'>
/** A message to a team also has the address of the team, which replaces that of the account. */
type SealedNotice = NoticeTexts & Partial<Target>

const presentNotice = (secrets: Secrets, row: store.SystemMessageRow): SystemMessage => ({
  idServer: `${row.id}`,
  type: row.type as SystemMessageType,
  from: row.from_accid,
  to: row.to_accid,
  time: row.time,
  ...(JSON.parse(secrets.open(row.sealed, sealBindings.systemMessage(row.id))) as SealedNotice),
  read: row.is_read,
  state: row.state as SystemMessage['state'],
})

export async function findNotice(db: Db, secrets: Secrets, id: number): Promise<SystemMessage | null> {
  const [row] = await store.selectSystemMessages(db, [id])
  return row ? presentNotice(secrets, row) : null
}

/** The friend notices that one account sent another after this time. */
export async function listFriendNotices(
  db: Db,
  secrets: Secrets,
  pair: { imId: number; fromId: number; after: number },
): Promise<SystemMessage[]> {
  const rows = await store.selectFriendNotices(db, pair)
  return rows.map((row) => presentNotice(secrets, row))
}

/** The team that a stored application or invitation names. */
const teamIdOf = (secrets: Secrets, row: store.SystemMessageRow): number =>
  Number((JSON.parse(presentNotice(secrets, row).attach) as { teamId: string }).teamId)

/** Ids of the teams to which the account has been invited without having answered. */
export async function listInvitingTeams(db: Db, secrets: Secrets, imId: number): Promise<number[]> {
  const rows = await store.selectPendingInvitations(db, imId)
  return rows.map((row) => teamIdOf(secrets, row))
}

/** The invitations to any team that the caller sent to these accounts after this time. */
export async function listInvitationsFrom(
  db: Db,
  secrets: Secrets,
  query: Parameters<typeof store.selectInvitationsFrom>[1],
): Promise<{ imId: number; teamId: number; time: number; state: SystemMessage['state'] }[]> {
  const rows = await store.selectInvitationsFrom(db, query)
  return rows.map((row) => ({
    imId: row.im_account_id,
    teamId: teamIdOf(secrets, row),
    time: row.time,
    state: row.state as SystemMessage['state'],
  }))
}

/** Answers all pending invitations of the caller to this team. */
export async function acceptSameInvitations(
  { tx, me, recordChange }: ChangeScope,
  secrets: Secrets,
  teamId: number,
): Promise<void> {
  for (const row of await store.selectPendingInvitations(tx, me.id)) {
    if (teamIdOf(secrets, row) !== teamId) continue
    await store.updateRequestState(tx, { imId: me.id, fromId: row.from_id, id: row.id, type: 'teamInvite' }, 'passed')
    recordChange(me, 'sysMsg', `${row.id}`)
  }
}

/** Gives the answer of one manager to the applications to this team that the other managers received. */
export async function answerSameApplications(
  { tx, accounts, recordChange }: ChangeScope,
  secrets: Secrets,
  { fromId, teamId }: { fromId: number; teamId: number },
  state: 'passed' | 'rejected',
): Promise<void> {
  const imIds = accounts.map(({ id }) => id)
  for (const row of await store.selectPendingApplications(tx, fromId, imIds)) {
    if (teamIdOf(secrets, row) !== teamId) continue
    const request = { imId: row.im_account_id, fromId, id: row.id, type: row.type }
    await store.updateRequestState(tx, request as store.SystemRequestKey, state)
    recordChange(
      accounts.find(({ id }) => id === row.im_account_id)!,
      'sysMsg',
      `${row.id}`,
    )
  }
}

/** @property team the team to whose members the message is addressed */
type NewNotice = { to: ChatAccountRow; type: SystemMessageType; team?: Target } & Partial<NoticeTexts>

/**
 * Stores a system message from the caller's account to another one. Its devices receive it with the commit.
 * @returns the id of the message
 */
export async function notifyChatAccounts(
  { tx, now, me, recordChange }: ChangeScope,
  secrets: Secrets,
  { to, type, ps = '', attach = '', content = '', nickInTeam, teamId, team }: NewNotice,
): Promise<number> {
  const id = await reserveId(tx, 'im_system_message')
  const texts = JSON.stringify({
    ps,
    attach,
    content,
    ...(nickInTeam && { nickInTeam }),
    ...(teamId && { teamId }),
    ...team,
  } satisfies SealedNotice)
  const sealed = secrets.seal(texts, sealBindings.systemMessage(id))
  await store.insertSystemMessage(tx, { id, im_account_id: to.id, from_id: me.id, type, sealed, time: now })
  recordChange(to, 'sysMsg', `${id}`)
  return id
}

/** @throws ImFailure 7101 when the other side has blocked the caller */
export async function expectNotBlocked(db: Db, by: number, imId: number): Promise<void> {
  if (await store.hasBlocked(db, by, imId)) throw imFail('blockedByPeer')
}

/** A custom message that is not stored, and therefore has no id. */
export const createPassingNotice = (
  from: string,
  { scene, to, content }: Pick<ParsedInput<'notify.sendCustomSysMsg'>, 'scene' | 'to' | 'content'>,
): SystemMessage => ({
  idServer: '0',
  type: 'custom',
  from,
  to,
  time: Date.now(),
  ...(scene !== 'p2p' && { scene }),
  ps: '',
  attach: '',
  content,
  read: false,
  state: 'init',
})

export async function sendCustomNotice(
  input: ParsedInput<'notify.sendCustomSysMsg'>,
  ctx: ImCtx,
): Promise<CommandOutput<'notify.sendCustomSysMsg'>> {
  const { to, content, sendToOnlineUsersOnly, cc } = input
  const { sql, secrets, viewer, connectionId, deliver } = ctx
  const notifySender = (sysMsg: SystemMessage) => {
    if (cc) deliver(viewer.imId, 'notify.passing', { sysMsg }, connectionId)
  }
  if (sendToOnlineUsersOnly) {
    const peerId = await selectPeerId(sql, viewer.imId, to)
    if (peerId === null) throw imFail('notFound', '对方账号不存在')
    await expectNotBlocked(sql, peerId, viewer.imId)
    await expectNoBarrier(sql, viewer.imId, [to])
    const sysMsg = createPassingNotice(viewer.accid, input)
    deliver(peerId, 'notify.passing', { sysMsg })
    notifySender(sysMsg)
    return { sysMsg }
  }
  return changeAccounts(ctx, { accids: [to] }, async (scope) => {
    const peer = scope.requireAccount(to)
    await expectNotBlocked(scope.tx, peer.id, viewer.imId)
    await expectNoBarrier(scope.tx, viewer.imId, [to])
    const id = await notifyChatAccounts(scope, secrets, { to: peer, type: 'custom', content })
    const [row] = await store.selectSystemMessages(scope.tx, [id])
    const sysMsg = presentNotice(secrets, row!)
    scope.afterCommit(() => notifySender(sysMsg))
    return { sysMsg }
  })
}

export const markNoticesRead = ({ ids }: ParsedInput<'notify.batchMarkRead'>, ctx: ImCtx): Promise<null> =>
  changeAccounts(ctx, {}, async ({ tx, me, recordChange }) => {
    for (const id of await store.markSystemMessagesRead(tx, me.id, ids.map(Number))) recordChange(me, 'sysMsg', `${id}`)
    return null
  })

export const createNoticeReaders = (secrets: Secrets): Pick<ChangeReaders, 'sysMsg'> => ({
  async sysMsg(db, changeKeys) {
    const rows = await store.selectSystemMessages(
      db,
      changeKeys.map(({ key }) => Number(key)),
    )
    return rows.map((row) => ({ imId: row.im_account_id, key: `${row.id}`, state: presentNotice(secrets, row) }))
  },
})

const retentionDays = 30
export const deleteOldNotices = (db: Db): Promise<number> => store.deleteOldSystemMessages(db, retentionDays)
