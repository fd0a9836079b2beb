// SQL of notifications: messages, choices, and the delivery queue of SMS and mail.
import {
  isUrgent as isUrgentKind,
  noticeKindNames,
  type DeliveryState,
  type NoticeKind,
  type OutsideChannel,
} from '@xinqiao/contract/notices.ts'
import type { Rows } from '../../../db/rows.ts'
import { valuesWithId, type Db, type Tx } from '../../kit/db/db.ts'
import { firstRow } from '../../kit/db/results.ts'

export type NewSiteMessages = Pick<
  Rows['message'],
  'kind' | 'type' | 'title' | 'link' | 'bulletin_id' | 'question_id' | 'from_name' | 'from_avatar' | 'once_key'
>
/** Default channels of a kind. `isUrgent`: choices of the account are ignored. */
export type ChannelDefaults = {
  sms: boolean
  mail: boolean
  push: boolean
  isNeeded: boolean
  isUrgent: boolean
  /** SMS that one account may receive in a day; null for no limit. */
  maxSmsPerDay: number | null
}

/** Queues deliveries to the accounts of the rows `made`, by the channels that each of them wants and has. */
const queueDeliveries = (tx: Tx, kind: string, { sms, mail, push, isUrgent, maxSmsPerDay }: ChannelDefaults) => tx`
  wanted as (
    select made.account_id, channel from made join account on account.id = made.account_id
    left join notice_choice c on c.account_id = made.account_id and c.kind = ${kind} and not ${isUrgent}
    cross join lateral (values
        ('sms', coalesce(c.sms, ${sms}) and (${maxSmsPerDay}::integer is null or ${maxSmsPerDay}::integer > (
          select count(*) from delivery d where d.account_id = account.id and d.kind = ${kind} and d.channel = 'sms'
            and d.created_at > now() - interval '1 day'))),
        ('mail', coalesce(c.mail, ${mail}) and account.email_confirmed_at is not null),
        ('push', coalesce(c.push, ${push})
          and exists (select 1 from push_subscription p where p.account_id = account.id))
      ) as way (channel, is_wanted)
    where is_wanted
  ), queued as (
    insert into delivery (account_id, kind, channel)
    select account_id, ${kind}, channel from wanted
    where not exists (
      select 1 from delivery d
      where d.account_id = wanted.account_id and d.kind = ${kind} and d.channel = wanted.channel
        and d.state = 'queued')
  )`

/**
 * Stores one message per account, and one delivery per chosen channel. Accounts that turned site messages off get the
 * message as read. A queued delivery covers later messages, too, because it carries no content.
 * @returns the accounts that received a new message
 */
export async function insertMessages(
  tx: Tx,
  accountIds: readonly number[],
  values: NewSiteMessages,
  defaults: ChannelDefaults,
): Promise<number[]> {
  const rows = await tx<{ account_id: number }[]>`
    with made as (
      insert into message (account_id, kind, type, title, link, bulletin_id, question_id, from_name, from_avatar,
        once_key, read_at)
      select account.id, ${values.kind}, ${values.type}::smallint, ${values.title}, ${values.link},
        ${values.bulletin_id ?? null}::bigint, ${values.question_id ?? null}::bigint, ${values.from_name},
        ${values.from_avatar}, ${values.once_key ?? null}::text,
        case when ${defaults.isNeeded} or coalesce(c.site, true) then null else now() end
      from account left join notice_choice c on c.account_id = account.id and c.kind = ${values.kind}
      where account.id = any(${accountIds as number[]}::bigint[])
      on conflict (account_id, once_key) where once_key is not null do nothing
      returning account_id
    ), ${queueDeliveries(tx, values.kind, defaults)}
    select account_id from made`
  return rows.map((row) => row.account_id)
}

export async function markMessageRead(tx: Tx, accountId: number, onceKey: string): Promise<void> {
  await tx`
    update message set read_at = coalesce(read_at, now()) where account_id = ${accountId} and once_key = ${onceKey}`
}

/** Queues deliveries without a message in the message centre. */
export async function insertDeliveries(
  tx: Tx,
  accountIds: readonly number[],
  kind: NoticeKind,
  defaults: ChannelDefaults,
): Promise<void> {
  await tx`
    with made as (select unnest(${accountIds as number[]}::bigint[]) as account_id), ${queueDeliveries(tx, kind, defaults)}
    select 1`
}

type NewNoticeSms = { id: number; kind: NoticeKind; phone_sealed: Uint8Array }
export async function insertSmsDelivery(db: Db, message: NewNoticeSms): Promise<void> {
  await db`insert into delivery ${valuesWithId(db, { ...message, channel: 'sms' })}`
}

/** Enabled accounts with one of these roles. */
export async function selectAccountsByRoles(db: Db, roleIds: readonly number[]): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select id from account where role_id = any(${[...roleIds]}::smallint[]) and enabled order by id`
  return rows.map((row) => row.id)
}

// ---- channels that a user has chosen per kind of notice

export type NoticeChoiceRow = Pick<Rows['notice_choice'], 'site' | 'sms' | 'mail' | 'push'> & { kind: NoticeKind }
export type QuietHours = Pick<Rows['notice_quiet'], 'enabled' | 'from_minute' | 'to_minute'>

export async function upsertNoticeChoices(
  tx: Tx,
  accountId: number,
  choices: readonly NoticeChoiceRow[],
  quiet: QuietHours,
) {
  for (const choice of choices) {
    await tx`
      insert into notice_choice ${tx({ account_id: accountId, ...choice })}
      on conflict (account_id, kind) do update
      set site = excluded.site, sms = excluded.sms, mail = excluded.mail, push = excluded.push`
  }
  await tx`
    insert into notice_quiet ${tx({ account_id: accountId, ...quiet })}
    on conflict (account_id) do update
    set enabled = excluded.enabled, from_minute = excluded.from_minute, to_minute = excluded.to_minute`
}

// ---- the queue

export type DeliveryRow = Pick<Rows['delivery'], 'id' | 'tries' | 'account_id'> & {
  kind: NoticeKind
  channel: OutsideChannel
  phone_sealed: Uint8Array
  /** Owner of the phone number; null when the delivery itself contains the number. */
  phone_owner: number | null
  /** The confirmed address of the account; empty for none. */
  email: string
  enabled: boolean
  quiet_from: number | null
  quiet_to: number | null
  created_at: Date
}

/** Default quiet hours for people without an account: the night. Minutes of the day in China. */
const [nightFrom, nightTo] = [21 * 60, 8 * 60]

/** Kinds that are sent first, so that a notice of danger does not wait behind many others. */
const urgentKinds = noticeKindNames.filter(isUrgentKind)

/** The next due delivery, urgent ones first. Locks it until the transaction ends; other nodes skip it. */
export const lockNextDelivery = (tx: Tx) =>
  firstRow(tx<DeliveryRow[]>`
    select d.id, d.account_id, d.kind, d.channel, d.tries, d.created_at, coalesce(d.phone_sealed, account.phone_sealed) as phone_sealed,
      case when d.phone_sealed is null then account.id end as phone_owner,
      case when account.email_confirmed_at is null then '' else account.email end as email, coalesce(account.enabled, true) as enabled,
      case when d.account_id is null then ${nightFrom} when q.enabled then q.from_minute end as quiet_from,
      case when d.account_id is null then ${nightTo} when q.enabled then q.to_minute end as quiet_to
    from delivery d left join account on account.id = d.account_id
    left join notice_quiet q on q.account_id = d.account_id
    where d.state = 'queued' and d.next_try_at <= now()
    order by d.kind = any(${urgentKinds}::text[]) desc, d.next_try_at limit 1 for update of d skip locked`)

export async function updateDeliveryTime(tx: Tx, id: number, until: Date): Promise<void> {
  await tx`update delivery set next_try_at = ${until} where id = ${id}`
}

/** Counts the try before sending, so that a crash uses up a try and delays the next one. */
export async function updateDeliveryTries(tx: Tx, id: number): Promise<void> {
  await tx`
    update delivery set tries = tries + 1, next_try_at = now() + make_interval(mins => (tries + 1) * (tries + 1))
    where id = ${id}`
}

export async function updateDeliveryResult(
  db: Db,
  id: number,
  state: DeliveryState,
  failure: string | null,
): Promise<void> {
  await db`
    update delivery set state = ${state}, failure = ${failure}, sent_at = case when ${state === 'sent'} then now() end
    where id = ${id}`
}

export async function deleteOldDeliveries(db: Db): Promise<void> {
  await db`delete from delivery where created_at < now() - interval '180 days' and state <> 'queued'`
}

/** Latest SMS, for the inbox of the developer pages. */
export const selectSentSmsNotices = (db: Db, limit: number) =>
  db<(Pick<DeliveryRow, 'id' | 'kind' | 'phone_sealed' | 'phone_owner'> & { sent_at: Date })[]>`
    select d.id, d.kind, coalesce(d.phone_sealed, account.phone_sealed) as phone_sealed,
      case when d.phone_sealed is null then account.id end as phone_owner, d.sent_at
    from delivery d left join account on account.id = d.account_id
    where d.state = 'sent' and d.channel = 'sms' order by d.id desc limit ${limit}`
