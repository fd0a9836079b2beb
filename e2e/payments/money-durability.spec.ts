// Story of durable payments: the process is killed between the provider's callback and the end of its transaction.
import { expect, test } from '@playwright/test'
import { withStoryDatabase } from '../support/story-database.ts'
import type { Sql } from '../../server/src/kit/db/db.ts'
import { callOwnServer, stopOwnServer, type OwnServer, createFolder, startOwnServer } from '../support/own-server.ts'
import { password } from '../support/visitor.ts'

type ApiReply<T> = { code: number; data: T }
/** Payers of both kinds: a new member, and a lapsed one. */
const payers = [
  { username: 'member3', provider: 'wechat' },
  { username: 'member6', provider: 'alipay' },
] as const
type PayerName = (typeof payers)[number]

const signIn = async (server: OwnServer, { username }: PayerName) =>
  (await callOwnServer<ApiReply<{ access_token: string }>>(server, '/auth/mh/login', '', { username, password })).data
    .access_token

async function startOrder(server: OwnServer, payer: PayerName): Promise<string> {
  const wanted = { kind: 'membershipFee', provider: payer.provider }
  return (await callOwnServer<ApiReply<{ orderNo: string }>>(server, '/order/pay', await signIn(server, payer), wanted))
    .data.orderNo
}

/** State of these orders in the database: payments, ledger entries, and deliveries. */
const selectOrders = (sql: Sql, orderNos: readonly string[]) => sql`
  select o.state, (select count(*) from payment where order_id = o.id) as payments,
    (select count(*) from ledger_entry where order_id = o.id) as entries,
    (select count(*) from member_term where order_no = o.order_no) as terms,
    exists (select from member where account_id = o.account_id and state = 'active') as belongs
  from pay_order o where order_no in ${sql(orderNos)} order by id`
const nothing = { state: 'open', payments: 0, entries: 0, terms: 0, belongs: false }
const everything = { state: 'paid', payments: 1, entries: 1, terms: 1, belongs: true }

test('payments with interrupted callbacks are recorded once and completely after the next start', async () => {
  test.setTimeout(420_000)
  const folder = createFolder()
  let server = await startOwnServer(folder)
  try {
    const orderNos = [await startOrder(server, payers[0]), await startOrder(server, payers[1])]
    await withStoryDatabase(
      async (sql) => {
        // holds the locks of the orders: callbacks are stored, and wait before their commit
        await sql.begin(async (tx) => {
          await tx`select 1 from pay_order where order_no in ${tx(orderNos)} for update`
          const running = server
          const paying = orderNos.map((orderNo) =>
            fetch(`${running.origin}/dev/pay/${orderNo}`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ result: 'success' }),
            }).catch(() => null),
          )
          const countArrivedCallbacks = async () => (await sql`select 1 from pay_callback where verdict is null`).length
          await expect.poll(countArrivedCallbacks, { timeout: 30_000, intervals: [20] }).toBe(2)
          // waits until both callbacks are inside their transactions
          const countWaitingStatements = async () =>
            (await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%pay_order%'`)
              .length
          await expect.poll(countWaitingStatements, { timeout: 30_000, intervals: [20] }).toBeGreaterThan(1)
          running.process.kill('SIGKILL')
          await running.exited
          await Promise.all(paying)
        })
        expect([...(await selectOrders(sql, orderNos))]).toEqual([nothing, nothing])
        server = await startOwnServer(folder, { previousOrigin: server.origin })
        // nothing else is done: the server polls the providers, or they repeat the callback
        const readOrderRows = async () => [...(await selectOrders(sql, orderNos))]
        await expect.poll(readOrderRows, { timeout: 90_000, intervals: [500] }).toEqual([everything, everything])
        // repeated callbacks change nothing
        await sql`update simulated_callback set next_at = now()`
        const countUndeliveredCallbacks = async () => (await sql`select 1 from simulated_callback`).length
        await expect.poll(countUndeliveredCallbacks, { timeout: 30_000, intervals: [200] }).toBe(0)
        expect([...(await selectOrders(sql, orderNos))]).toEqual([everything, everything])
      },
      { DATA_DIR: folder },
    )
  } finally {
    await stopOwnServer(server)
  }
})
