// Notices in a user's browser: turns them on and off.
import { fail } from '@xinqiao/contract/errors.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import type { Secrets } from '../../kit/auth/secrets.ts'
import { viewerOf, type Ctx } from '../../kit/ctx.ts'
import { reserveId, transaction } from '../../kit/db/db.ts'
import type { PushSubscription } from '../../kit/push/push.ts'
import * as store from '../notify/push-store.ts'

const maxBrowsers = 10

const endpointIndexOf = (secrets: Secrets, endpoint: string) => secrets.index('push endpoint', endpoint)

/** @param endpoint address of the browser's current subscription, if any */
export async function getPushState(ctx: Ctx, endpoint: string | undefined) {
  const { sql, secrets, push } = ctx.kit
  const isOn =
    endpoint !== undefined && (await store.hasSubscription(sql, viewerOf(ctx).id, endpointIndexOf(secrets, endpoint)))
  return { publicKey: push.publicKey, isOn }
}

/** @throws Failure pushServiceUnknown for an address outside the known push services */
export async function subscribeToPush(ctx: Ctx, { endpoint, p256dh, auth }: PushSubscription): Promise<null> {
  const { kit } = ctx
  const { id: account_id, signInSessionId: session_id } = viewerOf(ctx)
  if (!kit.push.isKnownService(endpoint)) throw fail('pushServiceUnknown')
  await transaction(kit.sql, async (tx) => {
    const id = await reserveId(tx, 'push_subscription')
    const json = JSON.stringify({ endpoint, p256dh, auth } satisfies PushSubscription)
    const row = {
      id,
      account_id,
      session_id,
      endpoint_index: endpointIndexOf(kit.secrets, endpoint),
      subscription_sealed: kit.secrets.seal(json, sealBindings.pushSubscription(id)),
    }
    await store.insertSubscription(tx, row, maxBrowsers)
  })
  return null
}

export async function unsubscribeFromPush(ctx: Ctx, endpoint: string): Promise<null> {
  const { kit } = ctx
  await store.deleteSubscriptionOf(kit.sql, viewerOf(ctx).id, endpointIndexOf(kit.secrets, endpoint))
  return null
}
