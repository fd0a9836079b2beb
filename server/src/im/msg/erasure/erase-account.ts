// Erases what an account wrote in the chat, on its own request: its messages in groups, and whole private
// conversations.
import type { TransactionScope } from '../../../kit/ctx.ts'
import { forEachInOrder } from '../../../kit/async/for-each-in-order.ts'
import { lockAccounts } from '../../changes/store.ts'
import { selectParticipantIds } from '../../conversations/store.ts'
import { eraseInTeam } from './erase-in-team.ts'
import { eraseConversation } from './erase.ts'
import * as store from './store.ts'

/** More conversations than an account can have, so that a request covers all. */
const maxConversations = 100_000

type AccountErasure = {
  actorId: number
  accountId: number
  /** Name or number of the account. */
  key: string
  includesPrivate: boolean
  reason: string
}

/** Locks all accounts at once, because erasures of single conversations would lock them in another order. */
async function erasePrivateConversations(
  { kit, tx }: TransactionScope,
  { actorId, accountId, reason }: AccountErasure,
): Promise<void> {
  const rows = await store.selectConversationsOf(tx, accountId, maxConversations)
  const ids = rows.filter((row) => row.last_seq > row.erased_seq).map((row) => row.id)
  const participants = new Set<number>()
  await forEachInOrder(ids, async (id) => {
    for (const imId of (await selectParticipantIds(tx, id)) ?? []) participants.add(imId)
  })
  const [first] = participants
  if (first !== undefined) await lockAccounts(tx, first, { ids: [...participants] })
  await forEachInOrder(ids, (id) => eraseConversation(tx, kit.bodies, { actorId, id, reason }))
}

export async function eraseMessagesOfAccount(scope: TransactionScope, erasure: AccountErasure): Promise<void> {
  const { actorId, accountId, key, includesPrivate, reason } = erasure
  // accounts are locked before teams
  if (includesPrivate) await erasePrivateConversations(scope, erasure)
  const teams = await store.selectTeamsOf(scope.tx, accountId, maxConversations)
  const teamIds = teams.filter(({ messages }) => messages > 0).map((team) => team.team_id)
  await forEachInOrder(
    teamIds.sort((a, b) => a - b),
    (teamId) => eraseInTeam(scope, { actorId, teamId, key, reason }),
  )
}
