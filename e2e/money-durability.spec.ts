// Money outlives a kill: the process dies after the provider's callback has come in and before its transaction ends.
import { expect, test } from '@playwright/test'
import { withDatabase } from '../tools/database.ts'
import type { Sql } from '../server/src/kit/db.ts'
import { ask, end, type House, newFolder, start } from './own-server.ts'
import { password } from './visitor.ts'

type Reply<T> = { code: number; data: T }
const signIn = async (house: House) =>
  (await ask<Reply<{ access_token: string }>>(house, '/auth/mh/login', '', { username: 'member3', password })).data
    .access_token
const standing = async (house: House, orderNo: string, token: string) =>
  (await ask<Reply<{ outcome: number }>>(house, `/order/standing?orderNo=${orderNo}`, token)).data.outcome

/** What the database says of one order: the money, the books, and what was paid for. */
async function read(sql: Sql, orderNo: string) {
  const [row] = await sql<{ state: string; payments: number; entries: number; terms: number; members: number }[]>`
    select o.state,
      (select count(*) from payment where order_id = o.id) as payments,
      (select count(*) from ledger_entry where order_id = o.id) as entries,
      (select count(*) from member_term where order_no = o.order_no) as terms,
      (select count(*) from member where account_id = o.account_id) as members
    from pay_order o where order_no = ${orderNo}`
  return row
}
const nothing = { state: 'open', payments: 0, entries: 0, terms: 0, members: 0 }
const everything = { state: 'paid', payments: 1, entries: 1, terms: 1, members: 1 }

for (const provider of ['wechat', 'alipay'] as const) {
  test(`a payment by ${provider} whose callback was cut short is there once, as a whole, after the next start`, async () => {
    test.setTimeout(180_000)
    const folder = newFolder()
    let house = await start(folder)
    try {
      const token = await signIn(house)
      const { orderNo } = (
        await ask<Reply<{ orderNo: string }>>(house, '/order/pay', token, { kind: 'membershipFee', provider })
      ).data
      await withDatabase(
        async (sql) => {
          // somebody holds the order: the callback comes in, is written down, and has to wait before it can commit
          await sql.begin(async (tx) => {
            await tx`select 1 from pay_order where order_no = ${orderNo} for update`
            const running = house
            const paying = fetch(`${running.origin}/dev/pay/${orderNo}`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ result: 'success' }),
            }).catch(() => null)
            const arrived = async () => (await sql`select 1 from pay_callback where verdict is null`).length
            await expect.poll(arrived, { timeout: 20_000, intervals: [20] }).toBe(1)
            // and it is in the middle of its transaction
            const waiting = async () =>
              (await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%pay_order%'`)
                .length
            await expect.poll(waiting, { timeout: 20_000, intervals: [20] }).toBeGreaterThan(0)
            running.process.kill('SIGKILL')
            await running.exited
            await paying
          })
          expect(await read(sql, orderNo)).toEqual(nothing)
          house = await start(folder, 'demo', undefined, house.origin)
          const again = await signIn(house)
          // nobody does anything: the provider is asked, or calls again
          await expect.poll(() => standing(house, orderNo, again), { timeout: 60_000, intervals: [500] }).toBe(1)
          expect(await read(sql, orderNo)).toEqual(everything)
          // and the callback that comes again says nothing new
          await sql`update simulated_callback set next_at = now()`
          const left = async () => (await sql`select 1 from simulated_callback`).length
          await expect.poll(left, { timeout: 30_000, intervals: [200] }).toBe(0)
          expect(await read(sql, orderNo)).toEqual(everything)
        },
        { DATA_DIR: folder },
      )
    } finally {
      await end(house)
    }
  })
}
