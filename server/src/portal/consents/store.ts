// SQL of consents.
import type { ConsentPurpose } from '@xinqiao/contract/consents.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db/db.ts'
import { firstRow } from '../../kit/db/results.ts'

export type ConsentRow = Omit<Rows['consent'], 'purpose'> & { purpose: ConsentPurpose }

/**
 * Records a consent. A repeated consent to the same text keeps the first time; a consent to a new text ends the former
 * one.
 */
export async function insertConsent(
  db: Db,
  values: Pick<ConsentRow, 'account_id' | 'purpose' | 'version' | 'text_hash'>,
): Promise<void> {
  const { account_id: accountId, purpose, text_hash: hash } = values
  await db`
    update consent set withdrawn_at = now()
    where account_id = ${accountId} and purpose = ${purpose} and withdrawn_at is null and text_hash <> ${hash}`
  await db`insert into consent ${db(values)} on conflict (account_id, purpose) where withdrawn_at is null do nothing`
}

export const selectConsentInForce = (db: Db, accountId: number, purpose: ConsentPurpose) =>
  firstRow(db<ConsentRow[]>`
    select * from consent where account_id = ${accountId} and purpose = ${purpose} and withdrawn_at is null`)

export const selectConsentsOf = (db: Db, accountId: number) =>
  db<ConsentRow[]>`select * from consent where account_id = ${accountId} order by id desc limit 100`

/**
 * Records a withdrawal.
 * @returns false when there was no consent
 */
export async function markConsentWithdrawn(db: Db, accountId: number, purpose: ConsentPurpose): Promise<boolean> {
  const result = await db`
    update consent set withdrawn_at = now()
    where account_id = ${accountId} and purpose = ${purpose} and withdrawn_at is null`
  return result.count > 0
}
