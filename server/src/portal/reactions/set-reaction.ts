// Likes, collections and follows. Each counts once, even after double clicks, replays, and requests that overtake each
// other. Writes are batched, so that many likes of one answer need one lock and one commit.
import { createBatch } from '../../kit/db/batch.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../kit/ctx.ts'
import type { Tx } from '../../kit/db/db.ts'

type ReactionTable = 'answer_like' | 'answer_collect' | 'question_collect' | 'counsellor_follow'
type ReactionTarget = 'answer' | 'question' | 'counsellor'

export type ReactionKey = { targetId: number; accountId: number }
export type ReactionChanges = { added: ReactionKey[]; removed: ReactionKey[]; deltas: ReadonlyMap<number, number> }

export type ReactionToggle = {
  table: ReactionTable
  target: ReactionTarget
  counter: 'like_count' | 'collect_count' | 'follow_count'
  /** SQL condition on the target's row for switching on. Switching off is always allowed. */
  isOpen: (tx: Tx) => ReturnType<Tx>
  /** Further work in the same transaction. */
  follow?: (scope: TransactionScope, changed: ReactionChanges) => Promise<void>
}

type ReactionChange = ReactionKey & { isOn: boolean }
const reactionKeyOf = ({ targetId, accountId }: ReactionKey) => `${targetId} ${accountId}`
const compareIds = (a: number, b: number) => a - b

/** @returns for each change, true if its target exists and accepts reactions */
async function writeReactions(kit: Kit, toggle: ReactionToggle, items: ReactionChange[]): Promise<boolean[]> {
  const { table, target, counter } = toggle
  const ids = [...new Set(items.map(({ targetId }) => targetId))].sort(compareIds)
  return inTransaction(kit, async (scope) => {
    const { tx } = scope
    // locks in the order of ids, so that two nodes cannot deadlock
    const targets = await tx<{ id: number; is_open: boolean }[]>`
      select id, (${toggle.isOpen(tx)}) as is_open from ${tx(target)} where id = any(${ids}::bigint[])
      order by id for no key update`
    const openOf = new Map(targets.map((row) => [row.id, row.is_open]))
    const areAccepted = items.map(({ targetId, isOn }) => (isOn ? openOf.get(targetId) === true : openOf.has(targetId)))
    // of several requests by one account, the one that arrived last counts
    const last = new Map(items.filter((_item, i) => areAccepted[i]).map((item) => [reactionKeyOf(item), item]))
    const listChanges = (isOn: boolean) => [...last.values()].filter((item) => item.isOn === isOn)
    const column = tx(`${target}_id`)
    const toColumns = (pairs: ReactionChange[]) => tx`unnest(
      ${pairs.map(({ targetId }) => targetId)}::bigint[], ${pairs.map(({ accountId }) => accountId)}::bigint[])`
    const [on, off] = [listChanges(true), listChanges(false)]
    const added =
      on.length === 0
        ? []
        : await tx<ReactionKey[]>`
            insert into ${tx(table)} (${column}, account_id) select * from ${toColumns(on)} on conflict do nothing
            returning ${column} as "targetId", account_id as "accountId"`
    const removed =
      off.length === 0
        ? []
        : await tx<ReactionKey[]>`
            delete from ${tx(table)} t using ${toColumns(off)} as gone (target_id, account_id)
            where t.${column} = gone.target_id and t.account_id = gone.account_id
            returning t.${column} as "targetId", t.account_id as "accountId"`
    const deltas = new Map<number, number>()
    for (const { targetId } of added) deltas.set(targetId, (deltas.get(targetId) ?? 0) + 1)
    for (const { targetId } of removed) deltas.set(targetId, (deltas.get(targetId) ?? 0) - 1)
    const changedCounts = [...deltas].filter(([, delta]) => delta !== 0)
    if (changedCounts.length > 0) {
      await tx`
        update ${tx(target)} t set ${tx(counter)} = t.${tx(counter)} + d.delta
        from unnest(${changedCounts.map(([id]) => id)}::bigint[], ${changedCounts.map(([, delta]) => delta)}::int[]) as d (id, delta)
        where t.id = d.id`
    }
    if (added.length + removed.length > 0) await toggle.follow?.(scope, { added, removed, deltas })
    return areAccepted
  })
}

/** @returns a function that switches one item and returns whether that was allowed; each database has its own queue */
export function createReactionToggle(toggle: ReactionToggle): (kit: Kit, item: ReactionChange) => Promise<boolean> {
  const queues = new WeakMap<Kit['sql'], (item: ReactionChange) => Promise<boolean>>()
  return (kit, item) => {
    let queue = queues.get(kit.sql)
    if (!queue) {
      queue = createBatch((items) => writeReactions(kit, toggle, items))
      queues.set(kit.sql, queue)
    }
    return queue(item)
  }
}
