// Tests that a refund needs two people: an account that the other one controlled within a week does not count as the
// second.
import { expect, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { useOrderSteps } from '../../../../test/steps/order-request-steps.ts'
import type { Caller } from '../../../../test/test-server.ts'

const orders = useOrderSteps()
const { server, finance, admin } = orders

const refused = { status: 403, reason: 'samePerson' }
/** A refund that this person requested. */
async function createRefundRequest(requester: Caller): Promise<number> {
  const { id } = await orders.createPaidOrder()
  return orders.requestRefund(id, 100, requester)
}
const approve = (person: Caller, id: number) => orders.decideRefund(id, {}, person)
const endWeek = ({ id }: Caller) =>
  server().owner.begin(async (tx) => {
    await tx`alter table security_event disable trigger security_event_only_grows`
    await tx`update security_event set at = at - interval '7 days' where account_id = ${id}`
    await tx`alter table security_event enable trigger security_event_only_grows`
  })
const setRole = (by: Caller, { id }: Caller, role: 'administrator' | 'finance') =>
  server().requestAs(by, 'PUT /admin/user', { id, roleId: roles[role], enabled: true })

test('refuses an approver whom the requester made finance officer, until a week has passed', async () => {
  const accomplice = await server().enter('finance')
  expect((await setRole(admin, accomplice, 'finance')).status).toBe(200)
  const refund = await createRefundRequest(admin)
  expect(await approve(accomplice, refund)).toMatchObject(refused)
  // refusing does not need a second person
  const { data } = await orders.decideRefund(refund, { approved: false, note: '不' }, accomplice)
  expect(data).toBe(null)
  const next = await createRefundRequest(admin)
  await endWeek(accomplice)
  expect((await approve(accomplice, next)).status).toBe(200)
})

test('refuses an approver who handed out the password of the requester', async () => {
  const officer = await server().enter('finance')
  const refund = await createRefundRequest(officer)
  expect((await server().requestAs(admin, 'POST /admin/user/resetPassword', { id: officer.id })).status).toBe(200)
  expect(await approve(admin, refund)).toMatchObject(refused)
  expect((await approve(finance, refund)).status).toBe(200)
})

test('refuses two people whom one administrator controls, also through another account', async () => {
  const [requester, accomplice, middle] = [
    await server().enter('finance'),
    await server().enter('finance'),
    await server().enter('administrator'),
  ]
  await setRole(admin, requester, 'finance')
  await setRole(admin, middle, 'administrator')
  await setRole(middle, accomplice, 'finance')
  expect(await approve(accomplice, await createRefundRequest(requester))).toMatchObject(refused)
})

test('refuses an approver whose second factor the requester recovered', async () => {
  const accomplice = await server().enter('finance')
  const witness = await server().enter('administrator')
  await server().owner`
    insert into factor_recovery (account_id, asked_by, reason, state, decided_by, decided_at)
    values (${accomplice.id}, ${admin.id}, '手机遗失', 'confirmed', ${witness.id}, now())`
  const refund = await createRefundRequest(admin)
  expect(await approve(accomplice, refund)).toMatchObject(refused)
})

test('refuses the bank card that a dependent person enters for a failed refund', async () => {
  const accomplice = await server().enter('finance')
  await setRole(admin, accomplice, 'finance')
  const refund = await createRefundRequest(admin)
  await server().kit.sql`
    update refund set state = 'failed', decided_by = ${finance.id}, decided_at = now() where id = ${refund}`
  const card = { bank: 'ICBC_DEBIT', account: '6222020200112233445', holder: '王小禾' }
  expect(await server().requestAs(accomplice, 'POST /admin/refund/redirect', { id: refund, card })).toMatchObject(
    refused,
  )
})
