// Tests of callbacks of the provider, and of a provider that fails.
import { describe, expect, test } from 'vitest'
import { useOrders } from '../../../../test/steps/order-steps.ts'

const orders = useOrders()
const { kind, server } = orders

describe('a provider that fails', () => {
  test('notifies the payer, and the next attempt has the same order number', async () => {
    const payer = await orders.newPayer()
    await server().pay.injectFault('error500')
    await expect(orders.start(payer)).rejects.toMatchObject({ reason: 'payUnavailable', status: 503 })
    const { orderNo } = await orders.start(payer)
    expect((await orders.attemptsOf(orderNo)).map((attempt) => attempt.attempt_no)).toEqual([`${orderNo}-1`])
  })

  test('changes nothing after an unanswered query, and asks again', async () => {
    const payer = await orders.newPayer()
    const { orderNo } = await orders.start(payer)
    await orders.makeAttemptsDue()
    await server().pay.injectFault('hangUp')
    expect(await orders.statusOf(payer)).toMatchObject({ outcome: 0 })
    await orders.actAsPayer(orderNo, 'success')
    expect(await orders.statusOf(payer)).toMatchObject({ outcome: 1 })
  })
})

describe('callbacks', () => {
  const selectVerdicts = () =>
    server().kit.sql<{ verdict: string }[]>`select verdict from pay_callback order by id desc`

  test('answers with success only after callbacks are durable, and receives the others again', async () => {
    const payer = await orders.newPayer()
    const { orderNo } = await orders.start(payer)
    kind.crashNext()
    await orders.actAsPayer(orderNo, 'success')
    expect((await selectVerdicts())[0]?.verdict).toContain('failed')
    expect(await orders.orderOf(orderNo)).toMatchObject({ state: 'open' })
    expect(await orders.ledgerOf(orderNo)).toEqual([])
    await server().kit.sql`update simulated_callback set next_at = now()`
    await server().pay.simulator!.deliverDue()
    expect(await orders.orderOf(orderNo)).toMatchObject({ state: 'paid' })
    expect(await orders.entitlementOf(orderNo)).toBe('active')
    expect(await orders.ledgerOf(orderNo)).toHaveLength(1)
  })

  test('refuses and records callbacks whose sender cannot be verified', async () => {
    const forged = { id: 'x', event_type: 'TRANSACTION.SUCCESS', resource: { ciphertext: 'x', nonce: 'x' } }
    const bare = await server().app.inject({ method: 'POST', url: '/pay/wechat/notify', payload: forged })
    expect(bare.statusCode).toBe(401)
    const signed = await server().app.inject({
      method: 'POST',
      url: '/pay/wechat/notify',
      payload: forged,
      headers: {
        'wechatpay-timestamp': `${Math.floor(Date.now() / 1000)}`,
        'wechatpay-nonce': 'x',
        'wechatpay-serial': 'x',
        'wechatpay-signature': 'WECHATPAY/SIGNTEST/abc',
      },
    })
    expect(signed.statusCode).toBe(401)
    expect((await selectVerdicts())[0]?.verdict).toContain('refused')
  })

  test('rejects oversized callbacks without reading them', async () => {
    const reply = await server().app.inject({
      method: 'POST',
      url: '/pay/wechat/notify',
      payload: 'x'.repeat(100_000),
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.statusCode).toBe(413)
  })
})
