// Tests that the requested invoice always matches the receipt form, also after a crash between the two writes. Invoices
// that earlier versions left outdated are updated.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { selectAuditEntries } from '../../../../test/audit-log.ts'
import { receipt, useConference } from '../../../../test/steps/conference-steps.ts'
import { selectLastMessage } from '../../../../test/messages.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { countWaitingConnections } from '../../../../test/waiting-connections.ts'
import { pickContact, sealContact } from '../records/contacts.ts'

const server = useTestServer()
const conference = useConference(server)
const { meetingId, staff, startPaying } = conference
beforeEach(() => setDeadline('starts_at'))

const setDeadline = async (at: 'starts_at' | 'created_at'): Promise<void> => {
  const { sql } = server().kit
  await sql`update meeting set change_deadline = ${sql(at)} where id = ${meetingId()}`
}
const { address: _address, ...masked } = receipt
const first = { invoiceTitle: '县人民医院', taxNumber: '12345678901234567X', email: 'qian@example.com' }
const right = { invoiceTitle: '县人民医院（总院）', taxNumber: '91440101MA5CTTLY8D', email: 'cai@example.com' }
const none = { invoiceTitle: '', taxNumber: '' }
const followed = '待开具的发票已随之更改'
const takenBack = '待开具的发票已撤回'

async function register(invoice: object) {
  const place = await conference.register(invoice)
  const { person, id } = place
  const orderNo = await startPaying(place)
  const pay = () => server().actOnPayment(orderNo, 'success')
  const changeReceipt = (more: object) =>
    server().requestAs(person, 'PUT /activityUser/receipt', { ...receipt, ...invoice, id, ...more })
  const correct = (more: object) =>
    server().requestAs(staff(), 'PUT /admin/registration/receipt', { ...masked, id, reason: '本人来电', ...more })
  const listInvoices = async () => {
    const rows = await server().kit.sql<{ state: string; buyer: string }[]>`
      select receipt.state, buyer from receipt join pay_order on pay_order.id = order_id
      where subject_type = 'registration' and subject_id = ${id} order by receipt.id`
    return rows.map(({ state, buyer }) => `${state} ${buyer}`)
  }
  const readInvoiceTitle = async () =>
    (await server().requestAs(person, 'GET /activityUser/place', { id })).data.receipt.invoiceTitle ?? ''
  const readLastNotice = async () => (await selectLastMessage(server().kit.sql, person.id))?.title
  return {
    id,
    person,
    orderNo,
    pay,
    changeReceipt,
    correct,
    listInvoices,
    readInvoiceTitle,
    readLastNotice,
  }
}
async function registerAndPay(invoice: object = first) {
  const place = await register(invoice)
  await place.pay()
  return place
}
const entriesOf = (id: number) => selectAuditEntries(server().kit.sql, { subject: `registration ${id}` })

describe('the change of the invoice fails', () => {
  afterEach(() => server().owner`drop trigger if exists broken on receipt`)
  const breakReceipts = () =>
    server().owner.unsafe(`
      create or replace function broken() returns trigger language plpgsql as $$ begin raise 'the server died'; end $$;
      create trigger broken before insert or update on receipt execute function broken()`)

  /**
   * Three ways to change a receipt form: the attendee changes it, the secretariat corrects it, or approves the
   * attendee's request.
   */
  const ways = {
    change:
      async ({ changeReceipt }: Awaited<ReturnType<typeof register>>, more: object) =>
      () =>
        changeReceipt(more),
    correct:
      async ({ correct }: Awaited<ReturnType<typeof register>>, more: { invoiceTitle: string }) =>
      () =>
        correct(more.invoiceTitle ? more : { noInvoice: true }),
    decide: async ({ id, changeReceipt }: Awaited<ReturnType<typeof register>>, more: object) => {
      await setDeadline('created_at')
      expect((await changeReceipt(more)).data).toMatchObject({ isRequested: true })
      const { requests } = (await server().requestAs(staff(), 'GET /admin/registration', { id })).data
      const decision = { id: requests[0]!.id, approve: true, answer: '' }
      return () => server().requestAs(staff(), 'POST /admin/registrationRequest/decide', decision)
    },
  }

  test.each(Object.keys(ways) as (keyof typeof ways)[])(
    'rolls back both writes, and a retry makes both: %s',
    async (way) => {
      for (const [more, sentence, after] of [
        [right, followed, `asked ${right.invoiceTitle}`],
        [none, takenBack, `cancelled ${first.invoiceTitle}`],
      ] as const) {
        const place = await registerAndPay()
        const act = await ways[way](place, more)
        await breakReceipts()
        expect((await act()).status).toBe(500)
        expect([await place.readInvoiceTitle(), await place.listInvoices()]).toEqual([
          first.invoiceTitle,
          [`asked ${first.invoiceTitle}`],
        ])
        expect(await entriesOf(place.id)).toEqual([])
        await server().owner`drop trigger broken on receipt`
        expect((await act()).data).toMatchObject({ invoice: sentence })
        expect([await place.readInvoiceTitle(), await place.listInvoices()]).toEqual([more.invoiceTitle, [after]])
      }
    },
  )
})

describe('a payment arrives while the receipt is changed', () => {
  const countWaiting = () => countWaitingConnections(server().kit.sql)

  test.each(['pay', 'change'] as const)('requests the invoice with the final receipt; first: %s', async (early) => {
    for (const [more, after] of [
      [right, [`asked ${right.invoiceTitle}`]],
      [none, early === 'pay' ? [`cancelled ${first.invoiceTitle}`] : []],
    ] as const) {
      const place = await register(first)
      const acts = { pay: place.pay, change: () => place.changeReceipt(more) }
      const late = early === 'pay' ? 'change' : 'pay'
      const running: Promise<unknown>[] = []
      await server().owner.begin(async (tx) => {
        await tx`select 1 from meeting_type where meeting_id = ${meetingId()} and attend_type = 2 for update`
        for (const [at, transaction] of ([early, late] as const).entries()) {
          running.push(acts[transaction]())
          await expect.poll(countWaiting, { timeout: 20_000 }).toBe(at + 1)
        }
      })
      await Promise.all(running)
      expect([await place.readInvoiceTitle(), await place.listInvoices()]).toEqual([more.invoiceTitle, after])
    }
  })
})

describe('an invoice that missed a change of its receipt', () => {
  /** Reproduces the state after an earlier version crashed between the write of the contact and that of the invoice. */
  async function replaceContactOnly(id: number, contact: object) {
    const { kit } = server()
    const sealed = sealContact(kit, id, pickContact({ address: receipt.address, ...contact }))
    await kit.sql`update registration set ${kit.sql(sealed)} where id = ${id}`
  }

  test('updates the invoice when the attendee saves again', async () => {
    const { id, changeReceipt, listInvoices } = await registerAndPay()
    await replaceContactOnly(id, right)
    expect((await changeReceipt(right)).data.invoice).toBe(followed)
    expect(await listInvoices()).toEqual([`asked ${right.invoiceTitle}`])
  })

  test('updates it when the secretariat repeats a correction: notifies the attendee and audits the reason', async () => {
    for (const [place, sentence] of [
      [await registerAndPay(), followed],
      [await registerAndPay({}), ''],
    ] as const) {
      const { id, correct, listInvoices, readLastNotice } = place
      await replaceContactOnly(id, right)
      expect((await correct(right)).data).toEqual({ invoice: sentence })
      expect(await listInvoices()).toEqual([`asked ${right.invoiceTitle}`])
      const entry = { action: 'registrationCorrected', reason: '本人来电', detail: { fields: '发票' } }
      expect(await entriesOf(id)).toMatchObject([entry])
      expect(await readLastNotice()).toMatch(
        sentence ? /：待开具的发票已随之更改$/ : /会务组更正了您的参会回执（发票），本人来电$/,
      )
      // a second run changes nothing
      expect(await correct(right)).toMatchObject({ status: 409, msg: '没有需要更正的内容' })
      expect(await entriesOf(id)).toMatchObject([entry])
    }
  })

  test('withdraws the invoice when the correction asks for none', async () => {
    const { id, correct, listInvoices } = await registerAndPay()
    await replaceContactOnly(id, {})
    expect(await correct({})).toMatchObject({ status: 409 })
    expect((await correct({ noInvoice: true, reason: '本人来电不要发票' })).data).toEqual({ invoice: takenBack })
    expect(await listInvoices()).toEqual([`cancelled ${first.invoiceTitle}`])
    expect(await entriesOf(id)).toMatchObject([
      { action: 'registrationCorrected', reason: '本人来电不要发票', detail: { fields: '发票' } },
    ])
    expect(await correct({ noInvoice: true })).toMatchObject({ status: 409 })
  })

  test('reports a pending invoice with another title instead of changing it', async () => {
    const { id, person, orderNo, changeReceipt, correct, listInvoices } = await registerAndPay()
    await server().kit.sql`
      update receipt set state = 'cancelled' from pay_order
      where pay_order.id = order_id and subject_type = 'registration' and subject_id = ${id}`
    const wanted = { orderNo, buyer: '钱来', email: 'qian@example.com' }
    expect((await server().requestAs(person, 'POST /order/receipt', wanted)).status).toBe(200)
    const differs = '待开具的发票按“钱来”申请，与回执所填不一致，请核对'
    expect((await changeReceipt({ diet: '素食' })).data.invoice).toBe(differs)
    expect(await listInvoices()).toContain('asked 钱来')
    // a correction without a change is refused
    expect(await correct({})).toMatchObject({ status: 409, msg: `没有需要更正的内容；${differs}` })
    expect(await entriesOf(id)).toEqual([])
    expect((await changeReceipt(right)).data.invoice).toBe(followed)
  })
})
