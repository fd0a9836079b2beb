// Tests of callbacks of the provider, and of a provider that fails.
import { describe, expect, test } from 'vitest'
import { useOrders } from '../../../../test/order-steps.ts'

const { kind, server, newPayer, start, getStatus, act, orderOf, attemptsOf, entitlementOf, books, askNow } = useOrders()

describe('a provider that fails', () => {
  test('notifies the payer, and the next attempt has the same order number', async () => {
    const payer = await newPayer()
    await server().pay.injectFault('error500')
    await expect(start(payer)).rejects.toMatchObject({ reason: 'payUnavailable', status: 503 })
    const { orderNo } = await start(payer)
    expect((await attemptsOf(orderNo)).map((attempt) => attempt.attempt_no)).toEqual([`${orderNo}-1`])
  })

  test('an unanswered query changes nothing and is asked again', async () => {
    const payer = await newPayer()
    const { orderNo } = await start(payer)
    await askNow()
    await server().pay.injectFault('hangUp')
    expect(await getStatus(payer)).toMatchObject({ outcome: 0 })
    await act(orderNo, 'success')
    expect(await getStatus(payer)).toMatchObject({ outcome: 1 })
  })
})

describe('callbacks', () => {
  const callbacks = () => server().kit.sql<{ verdict: string }[]>`select verdict from pay_callback order by id desc`

  test('are not answered with success before they are durable, and come again', async () => {
    const payer = await newPayer()
    const { orderNo } = await start(payer)
    kind.crashNext()
    await act(orderNo, 'success')
    expect((await callbacks())[0]?.verdict).toContain('failed')
    expect(await orderOf(orderNo)).toMatchObject({ state: 'open' })
    expect(await books(orderNo)).toEqual([])
    await server().kit.sql`update simulated_callback set next_at = now()`
    await server().pay.simulator!.deliverDue()
    expect(await orderOf(orderNo)).toMatchObject({ state: 'paid' })
    expect(await entitlementOf(orderNo)).toBe('active')
    expect(await books(orderNo)).toHaveLength(1)
  })

  test('are refused and recorded when their sender cannot be verified', async () => {
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
    expect((await callbacks())[0]?.verdict).toContain('refused')
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
