// Events of accounts, such as their online state: publishing, subscribing, and listing the subscriptions. The code is
// loaded on the first use.
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import type { EventSubscription } from '@xinqiao/contract/im/accounts/event.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { presentEvent, type NimEvent } from '../present/events.ts'

type FailedAccounts = { failedAccounts: string[] }
/** Pages read the list itself, or its property. */
type Subscriptions = EventSubscription[] & { msgEventSubscribes: EventSubscription[] }
type TypeOption = { type: number }
type AccountsOption = TypeOption & { accounts?: string[] }

export function createEventsApi(core: Pick<NimCore, 'client' | 'subscribedEvents'>) {
  const { client, subscribedEvents } = core

  /** Forgets subscriptions, which a later reconnection would otherwise renew. */
  function forget(type: number, accounts?: readonly string[]): void {
    if (!accounts) return void subscribedEvents.delete(type)
    for (const account of accounts) subscribedEvents.get(type)?.delete(account)
  }

  async function unsubscribe(input: CommandInput<'event.unsubscribeEvents'>): Promise<FailedAccounts> {
    await client.request('event.unsubscribeEvents', input)
    forget(input.type, input.accounts)
    return { failedAccounts: [] }
  }

  async function fetchSubscriptions(input: CommandInput<'event.getSubscriptions'>): Promise<Subscriptions> {
    const { subscriptions } = await client.request('event.getSubscriptions', input)
    return Object.assign([...subscriptions], { msgEventSubscribes: subscriptions })
  }

  return {
    publishEvent({ done, ...event }: CommandInput<'event.publishEvent'> & WithDone<{ msgEvent: NimEvent }>): void {
      callDone(done, async () => {
        const published = await client.request('event.publishEvent', event)
        return { msgEvent: presentEvent(published.event) }
      })
    },
    /** `failedAccounts`: unknown accounts, and those whose events the account may not see. */
    subscribeEvent(options: Omit<CommandInput<'event.subscribeEvent'>, 'isRenewal'> & WithDone<FailedAccounts>): void {
      const { done, type, accounts, ...others } = options
      callDone(done, async () => {
        const { failedAccounts } = await client.request('event.subscribeEvent', { ...others, type, accounts })
        const subscribed = accounts.filter((account) => !failedAccounts.includes(account))
        const accountsOfType = subscribedEvents.get(type) ?? new Set<string>()
        for (const account of subscribed) accountsOfType.add(account)
        subscribedEvents.set(type, accountsOfType)
        return { failedAccounts }
      })
    },
    unSubscribeEventsByAccounts({ type, accounts, done }: AccountsOption & WithDone<FailedAccounts>): void {
      callDone(done, () => unsubscribe(accounts ? { type, accounts } : { type }))
    },
    unSubscribeEventsByType({ type, done }: TypeOption & WithDone<FailedAccounts>): void {
      callDone(done, () => unsubscribe({ type }))
    },
    querySubscribeEventsByAccounts({ type, accounts, done }: AccountsOption & WithDone<Subscriptions>): void {
      callDone(done, () => fetchSubscriptions(accounts ? { type, accounts } : { type }))
    },
    querySubscribeEventsByType({ type, done }: TypeOption & WithDone<Subscriptions>): void {
      callDone(done, () => fetchSubscriptions({ type }))
    },
  }
}
