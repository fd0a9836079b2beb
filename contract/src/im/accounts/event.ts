// Events that an account publishes about itself, such as its online state, and subscriptions to them. They are in the
// memory of the nodes, not in the database (decision 024).
import { z } from 'zod'
import { Accid } from './auth.ts'
import { command, definePush, service } from '../command.ts'
import { namedText } from '../named-text.ts'

/** The type of the online state. The server publishes its values; accounts may publish values from `firstOwnValue`. */
export const onlineStateType = 1
export const onlineValues = { login: 1, logout: 2, disconnect: 3 } as const
const firstOwnValue = 10_000
/** Types below this one are reserved, except 1 to 3. */
const firstOwnType = 100_000

/** im-sdk-api.md, figures: accounts that one account may subscribe to. */
export const maxSubscriptions = 3_000
const [daySeconds, minuteSeconds] = [86_400, 60]

const EventType = z
  .number('type必须是数字')
  .int('type必须是整数')
  .max(Number.MAX_SAFE_INTEGER, 'type过大')
  .refine((type) => [1, 2, 3].includes(type) || type >= firstOwnType, `type只能是1、2、3或不小于${firstOwnType}`)
const lifetime = (name: string, maxDays: number) =>
  z
    .number(`${name}必须是数字`)
    .int(`${name}必须是整数`)
    .min(minuteSeconds, `${name}不能小于${minuteSeconds}秒`)
    .max(maxDays * daySeconds, `${name}不能大于${maxDays}天`)
    .default(maxDays * daySeconds)
const Publishers = z
  .array(Accid, 'accounts必须是数组')
  .min(1, 'accounts不能为空数组')
  .max(maxSubscriptions, `accounts不能超过${maxSubscriptions}个`)

export const PublishedEvent = z.object({
  type: z.number(),
  value: z.number(),
  /** The account that the event is about. */
  account: z.string(),
  clientType: z.number(),
  custom: z.string(),
  idClient: z.string(),
  idServer: z.string(),
  time: z.number(),
  /** Client types with which the account is online. */
  online: z.array(z.number()),
})
export type PublishedEvent = z.output<typeof PublishedEvent>

export const EventSubscription = z.object({
  type: z.number(),
  to: z.string(),
  time: z.number(),
  /** Seconds from `time`. */
  validTime: z.number(),
  sync: z.boolean(),
})
export type EventSubscription = z.output<typeof EventSubscription>

export const event = service(
  14,
  {
    publishEvent: command(1, {
      who: 'chat',
      texts: ['custom'],
      input: z
        .object({
          type: EventType,
          value: z.number('value必须是数字').int('value必须是整数'),
          custom: namedText(1_024, 'custom').default(''),
          /** Seconds for which later subscribers receive the event as well. */
          validTime: lifetime('validTime', 7),
          /** 1: only accounts that subscribe now receive it. 2: later ones, too. */
          broadcastType: z.literal([1, 2], 'broadcastType只能是1或2').default(2),
          /** True to notify the account's other devices. */
          sync: z.boolean('sync必须是布尔值').default(false),
          idClient: namedText(64, 'idClient').default(''),
        })
        .refine(
          ({ type, value }) => type >= firstOwnType || value >= firstOwnValue,
          `type为1、2、3时，value不能小于${firstOwnValue}`,
        ),
      output: z.object({ event: PublishedEvent }),
      errors: ['muted'],
      maxFrequency: { times: 30, seconds: 60 },
    }),
    subscribeEvent: command(2, {
      who: 'chat',
      input: z.object({
        type: EventType,
        accounts: Publishers,
        subscribeTime: lifetime('subscribeTime', 30),
        /** True to receive the current events at once, unless the account subscribed within the last 30 seconds. */
        sync: z.boolean('sync必须是布尔值').default(true),
        /** True after a reconnection: the current events are always sent. */
        isRenewal: z.boolean().default(false),
      }),
      /** Accounts that do not exist, whose events the caller may not see, or beyond the limit. */
      output: z.object({ failedAccounts: z.array(z.string()) }),
    }),
    /** Without `accounts`, all subscriptions of the type end. */
    unsubscribeEvents: command(3, {
      who: 'chat',
      input: z.object({ type: EventType, accounts: Publishers.optional() }),
      output: z.null(),
    }),
    getSubscriptions: command(4, {
      who: 'chat',
      input: z.object({ type: EventType, accounts: Publishers.optional() }),
      output: z.object({ subscriptions: z.array(EventSubscription) }),
    }),
  },
  { events: definePush(101, z.object({ events: z.array(PublishedEvent) })) },
)
