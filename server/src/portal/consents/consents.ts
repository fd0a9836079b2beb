// Consent ledger: account, version of the text, time of consent and of withdrawal. The effects of a withdrawal belong
// to the feature that asked for the consent (see bridge/consents.ts).
import type { ConsentPurpose } from '@xinqiao/contract/consents.ts'
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { ConsentRecord, ConsentText } from '@xinqiao/contract/http/consents.ts'
import type { Db } from '../../kit/db/db.ts'
import { formatTime } from '../../kit/time.ts'
import * as store from './store.ts'
import { hashConsentText, consentTexts, listConsentVersions } from './texts.ts'

export const hasConsent = async (db: Db, accountId: number, purpose: ConsentPurpose): Promise<boolean> =>
  (await store.selectConsentInForce(db, accountId, purpose)) !== null

/**
 * The text of a version, the present one by default.
 * @param accountId null for a visitor
 */
export async function getConsentText(
  db: Db,
  { purpose, version }: { purpose: ConsentPurpose; version?: string | undefined },
  accountId: number | null,
): Promise<ConsentText> {
  const versions = listConsentVersions(purpose)
  const consentText = orNotFound(versions.find((row) => row.version === (version ?? versions[0]!.version)) ?? null)
  const consent = accountId === null ? null : await store.selectConsentInForce(db, accountId, purpose)
  const hash = hashConsentText(consentText)
  return { ...consentText, sections: [...consentText.sections], purpose, hash, isAgreed: consent?.text_hash === hash }
}

type ReadConsentText = { version: string; hash: string }

/** @throws Failure changedMeanwhile when the text has changed since it was read */
export async function giveConsent(
  db: Db,
  accountId: number,
  purpose: ConsentPurpose,
  read: ReadConsentText,
): Promise<void> {
  const consentText = consentTexts[purpose]
  if (read.version !== consentText.version || read.hash !== hashConsentText(consentText))
    throw fail('changedMeanwhile', '同意书的内容已更新，请刷新后重新阅读')
  await recordConsent(db, accountId, purpose)
}

/** Records a consent given by the checkbox of a form. */
export async function recordConsent(db: Db, accountId: number, purpose: ConsentPurpose): Promise<void> {
  const consentText = consentTexts[purpose]
  const consent = {
    account_id: accountId,
    purpose,
    version: consentText.version,
    text_hash: hashConsentText(consentText),
  }
  await store.insertConsent(db, consent)
}

/** @returns false when there is no consent to withdraw */
export const withdrawConsent = (db: Db, accountId: number, purpose: ConsentPurpose): Promise<boolean> =>
  store.markConsentWithdrawn(db, accountId, purpose)

export async function listConsents(db: Db, accountId: number): Promise<ConsentRecord[]> {
  return (await store.selectConsentsOf(db, accountId)).map((row) => ({
    id: row.id,
    title: consentTexts[row.purpose].title,
    version: row.version,
    hash: row.text_hash,
    givenTime: formatTime(row.given_at),
    withdrawnTime: row.withdrawn_at ? formatTime(row.withdrawn_at) : null,
    purpose: row.purpose,
    groupId: null,
    withdrawal: consentTexts[row.purpose].withdrawal,
  }))
}
