// Applies changes of an account: under the accounts' locks, with a new version, and pushed to every device after the
// commit.
import type { Change, ChangeKind } from '@xinqiao/contract/im/accounts/changes.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { type AfterCommit, transaction, type Db, type Tx } from '../../kit/db/db.ts'
import type { ChangeReaders, ImCtx } from '../../kit/chat/im-ctx.ts'
import * as store from './store.ts'

/** Reads the states behind rows of `im_change`, one query per kind. */
export async function readChanges(
  db: Db,
  readers: ChangeReaders,
  rows: readonly store.ChangeRow[],
): Promise<{ imId: number; change: Change }[]> {
  const byKind = Map.groupBy(rows, ({ kind }) => kind as ChangeKind)
  const lists = []
  for (const [kind, list] of byKind) {
    const versions = new Map(list.map((row) => [`${row.im_account_id} ${row.key}`, row.version]))
    const states = await readers[kind](
      db,
      list.map(({ im_account_id: imId, key }) => ({ imId, key })),
    )
    for (const { imId, key, state } of states) {
      // the reader of a kind returns states of that kind, which the compiler cannot infer from the table
      const change = { kind, key, version: versions.get(`${imId} ${key}`)!, state } as Change
      lists.push({ imId, change })
    }
  }
  return lists.sort((a, b) => a.change.version - b.change.version)
}

export type ChangeScope = {
  tx: Tx
  /** The database's clock in milliseconds. */
  now: number
  /** The account that sent the command. */
  me: store.ChatAccountRow
  /** @throws ImFailure 404 for an unknown account */
  requireAccount: (accid: string) => store.ChatAccountRow
  accounts: readonly store.ChatAccountRow[]
  /**
   * Raises the account's version.
   * @returns the new version
   */
  raiseVersion: (account: store.ChatAccountRow) => number
  /** Records that `key` changed for this account; its devices are notified on commit. */
  recordChange: (account: store.ChatAccountRow, kind: ChangeKind, key: string) => void
  /** Adds a callback that runs after the commit. */
  afterCommit: AfterCommit
}
type ChangeCtx = Pick<ImCtx, 'sql' | 'deliver' | 'readers'> & { viewer: Pick<ImCtx['viewer'], 'imId' | 'deviceId'> }
type OtherAccounts = { ids?: readonly number[]; accids?: readonly string[] }

/** @param others accounts that `work` needs besides the caller's */
export const changeAccounts = <T>(
  ctx: ChangeCtx,
  others: OtherAccounts,
  work: (scope: ChangeScope) => Promise<T>,
): Promise<T> =>
  transaction(ctx.sql, async (tx, afterCommit) => {
    const { imId, deviceId } = ctx.viewer
    const accounts = await store.lockAccounts(tx, imId, others)
    const me = accounts.find(({ id }) => id === imId)
    if (!me) throw imFail('notFound')
    const raisedIds = new Set<number>()
    const rows = new Map<string, store.ChangeRow>()
    const raiseVersion: ChangeScope['raiseVersion'] = ({ id, version }) => {
      raisedIds.add(id)
      return version + 1
    }
    const result = await work({
      tx,
      now: me.now,
      me,
      accounts,
      requireAccount: (accid) => {
        // every name belongs to the caller's app
        const account = accounts.find((row) => row.accid === accid)
        if (!account) throw imFail('notFound', '对方账号不存在')
        return account
      },
      raiseVersion,
      recordChange: (account, kind, key) =>
        void rows.set(`${account.id} ${kind} ${key}`, {
          im_account_id: account.id,
          kind,
          key,
          version: raiseVersion(account),
        }),
      afterCommit,
    })
    if (rows.size > 0) await store.upsertChanges(tx, [...rows.values()])
    if (raisedIds.size > 0) await store.updateVersions(tx, [...raisedIds])
    const changesByAccount = Map.groupBy(
      await readChanges(tx, ctx.readers, [...rows.values()]),
      ({ imId: account }) => account,
    )
    afterCommit(() => {
      for (const [account, list] of changesByAccount) {
        const changes = list.map(({ change }) => change)
        // the caller's device receives the push too, before the reply
        ctx.deliver(account, 'sync.changed', { changes, deviceId: account === imId ? deviceId : '' })
      }
    })
    return result
  })
