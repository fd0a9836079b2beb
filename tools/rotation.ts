// Seals all values again with another key, and recomputes the look-up digests. One transaction includes the number of
// the active key, so that an interrupted rotation has no effect.
import type { Sql, Tx } from '../server/src/kit/db/db.ts'
import type { Secrets } from '../server/src/kit/auth/secrets.ts'
import { idNumberIndexOf } from '../server/src/portal/membership/records/sealed-form.ts'

/** Opened values of a row, by column; empty ones are omitted. */
type OpenedValues = Readonly<Record<string, string>>
type SealedTable = {
  table: string
  /** Columns sealed with the root key. */
  sealed: readonly string[]
  /** Columns that identify the row that the values are bound to; `id` by default. */
  boundTo?: readonly string[]
  /** Digests that are computed from the values. */
  indexes?: Readonly<Record<string, (opened: OpenedValues, secrets: Secrets) => Buffer | null>>
}

const indexPhone = (text: string | undefined, secrets: Secrets) => (text ? secrets.index('phone', text) : null)
const findFirstField = (json: string | undefined, ...names: string[]): string | undefined => {
  const form = JSON.parse(json ?? '{}') as Record<string, string | undefined>
  return names.map((name) => form[name]).find(Boolean)
}
const indexEndpoint = (json: string | undefined, secrets: Secrets) =>
  secrets.index('push endpoint', (JSON.parse(json!) as { endpoint: string }).endpoint)
const indexIdNumber = (text: string | undefined, secrets: Secrets) => (text ? idNumberIndexOf(secrets, text) : null)

export const sealedTables: readonly SealedTable[] = [
  {
    table: 'account',
    sealed: ['phone_sealed'],
    indexes: { phone_index: (row, secrets) => indexPhone(row['phone_sealed'], secrets) },
  },
  {
    table: 'sms_message',
    sealed: ['phone_sealed', 'code_sealed'],
    indexes: { phone_index: (row, secrets) => indexPhone(row['phone_sealed'], secrets) },
  },
  {
    table: 'member',
    sealed: ['id_number_sealed', 'phone_sealed', 'email_sealed'],
    indexes: {
      phone_index: (row, secrets) => indexPhone(row['phone_sealed'], secrets),
      id_number_index: (row, secrets) => indexIdNumber(row['id_number_sealed'], secrets),
    },
  },
  {
    table: 'member_application',
    sealed: ['form_sealed'],
    indexes: {
      phone_index: (row, secrets) => indexPhone(findFirstField(row['form_sealed'], 'mobilePhone'), secrets),
      id_number_index: (row, secrets) =>
        indexIdNumber(findFirstField(row['form_sealed'], 'idCard', 'creditCode'), secrets),
    },
  },
  {
    table: 'member_seat',
    sealed: ['phone_sealed'],
    indexes: { phone_index: (row, secrets) => indexPhone(row['phone_sealed'], secrets) },
  },
  { table: 'second_factor', sealed: ['secret_sealed'], boundTo: ['account_id'] },
  { table: 'totp_enrolment', sealed: ['secret_sealed'], boundTo: ['account_id'] },
  { table: 'delivery', sealed: ['phone_sealed'] },
  {
    table: 'push_subscription',
    sealed: ['subscription_sealed'],
    indexes: { endpoint_index: (row, secrets) => indexEndpoint(row['subscription_sealed'], secrets) },
  },
  { table: 'member_note', sealed: ['text_sealed'] },
  {
    table: 'registration',
    sealed: ['contact_sealed'],
    indexes: { phone_index: (row, secrets) => indexPhone(findFirstField(row['contact_sealed'], 'phone'), secrets) },
  },
  { table: 'registration_request', sealed: ['wanted_sealed'] },
  { table: 'submission', sealed: ['person_sealed'] },
  { table: 'submission_objection', sealed: ['text_sealed'] },
  { table: 'booking', sealed: ['intake_sealed'] },
  { table: 'booking_complaint', sealed: ['text_sealed'] },
  { table: 'booking_note', sealed: ['text_sealed'] },
  { table: 'booking_rating', sealed: ['text_sealed'], boundTo: ['booking_id'] },
  { table: 'peer_application', sealed: ['note_sealed'] },
  { table: 'peer_report', sealed: ['texts_sealed'] },
  { table: 'lecture_question', sealed: ['text_sealed', 'answer_sealed'] },
  { table: 'receipt', sealed: ['email_sealed'] },
  { table: 'crisis_note', sealed: ['text_sealed'] },
  { table: 'crisis_text', sealed: ['text_sealed'] },
  { table: 'im_signal_event', sealed: ['event_sealed'] },
  { table: 'im_app_alert', sealed: ['text_sealed'] },
  { table: 'im_app', sealed: ['secret_sealed', 'former_secret_sealed'] },
  { table: 'im_conversation', sealed: ['sealed_key'] },
  { table: 'im_device', sealed: ['token_sealed'], boundTo: ['im_account_id', 'device_id'] },
  { table: 'im_system_message', sealed: ['sealed'] },
  { table: 'im_room_element', sealed: ['value_sealed'], boundTo: ['room_id', 'key'] },
  { table: 'im_room_message', sealed: ['body_sealed'], boundTo: ['room_id', 'time'] },
  { table: 'im_collect', sealed: ['content_sealed'] },
  { table: 'im_user', sealed: ['sealed'], boundTo: ['im_account_id'] },
  { table: 'wechat_payer', sealed: ['openid_sealed'], boundTo: ['account_id'] },
  { table: 'simulated_gateway', sealed: ['keys_sealed'] },
]

const batch = 500

async function reseal(
  tx: Tx,
  sealedTable: SealedTable,
  keyId: number,
  { open, seal }: { open: Secrets; seal: Secrets },
): Promise<number> {
  const { table, sealed, indexes = {}, boundTo = ['id'] } = sealedTable
  const columns = [...sealed, ...Object.keys(indexes)]
  // a bound value begins with a zero byte, followed by the number of its key
  const oldValueCondition = (name: string) => `(get_byte("${name}", 0) <> 0 or get_byte("${name}", 1) <> ${keyId})`
  const oldRowCondition = sealed.map((name) => `(length("${name}") > 0 and ${oldValueCondition(name)})`).join(' or ')
  const query = `select ctid::text as ctid, concat_ws(' ', ${boundTo.join(', ')}) as row_key, ${columns.map((name) => `"${name}"`).join(', ')} from "${table}"
    where ${oldRowCondition} limit ${batch}`
  let count = 0
  for (;;) {
    const rows = await tx.unsafe<({ ctid: string; row_key: string } & Record<string, Uint8Array | null>)[]>(query)
    for (const row of rows) {
      const bindingOf = (column: string) => ({ table, column, row: row.row_key })
      const filled = sealed.filter((name) => (row[name]?.length ?? 0) > 0)
      const opened: OpenedValues = Object.fromEntries(
        filled.map((name) => [name, open.open(row[name] as Uint8Array, bindingOf(name))]),
      )
      const values: Record<string, Buffer | null> = Object.fromEntries(
        filled.map((name) => [name, seal.seal(opened[name]!, bindingOf(name))]),
      )
      // a missing digest was left out on purpose
      for (const [name, make] of Object.entries(indexes)) if (row[name]) values[name] = make(opened, seal)
      await tx`update ${tx(table)} set ${tx(values)} where ctid = ${row.ctid}::tid`
    }
    count += rows.length
    if (rows.length < batch) return count
  }
}

/**
 * @param open opens values with all keys
 * @param seal seals them with the new key
 * @returns the number of rows with new values
 */
export const rotateKeys = (sql: Sql, keyId: number, open: Secrets, seal: Secrets): Promise<number> =>
  sql.begin(async (raw) => {
    const tx = raw as unknown as Tx
    await tx.unsafe(`lock table ${sealedTables.map(({ table }) => `"${table}"`).join(', ')} in exclusive mode`)
    let count = 0
    for (const sealedTable of sealedTables) count += await reseal(tx, sealedTable, keyId, { open, seal })
    // codes are valid for minutes and stored only as digests; users can request new ones
    await tx`delete from sms_code`
    await tx`delete from email_code`
    await tx`update key_in_force set key_id = ${keyId}, since = now()`
    return count
  })
