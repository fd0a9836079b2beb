// SQL of certificates.
import type { CertificateKind } from '@xinqiao/contract/certificates.ts'
import type { Rows } from '../../../db/rows.ts'
import { columnsOf, type Db } from '../../kit/db/db.ts'
import type { PageLimits } from '../../kit/db/lists.ts'
import { firstRow, readPage } from '../../kit/db/results.ts'

export type CertificateRow = Omit<Rows['certificate'], 'kind' | 'lines'> & {
  kind: CertificateKind
  lines: [string, string][]
}
export type CertificateValues = {
  kind: CertificateKind
  number: string
  account_id: number | null
  holder: string
  title: string
  lines: [string, string][]
  subject: string
  issued_on: string
  valid_until: string | null
}

/**
 * Stores a certificate.
 * @returns null when one for the same subject is valid
 */
export const insertCertificate = (db: Db, values: CertificateValues) =>
  firstRow(db<CertificateRow[]>`
    insert into certificate ${columnsOf(db, { ...values, lines: db.json(values.lines) })}
    on conflict (kind, subject) where revoked_at is null do nothing returning *`)

export const updateCertificateInForce = (
  db: Db,
  kind: CertificateKind,
  subject: string,
  values: Pick<CertificateValues, 'holder' | 'title' | 'lines' | 'valid_until' | 'account_id'>,
) =>
  firstRow(db<CertificateRow[]>`
    update certificate set ${columnsOf(db, { ...values, lines: db.json(values.lines) })}
    where kind = ${kind} and subject = ${subject} and revoked_at is null returning *`)

export const selectCertificateByNumber = (db: Db, number: string) =>
  firstRow(db<CertificateRow[]>`select * from certificate where number = ${number}`)

export const selectOwnCertificate = (db: Db, id: number, accountId: number) =>
  firstRow(db<CertificateRow[]>`
    select * from certificate where id = ${id} and account_id = ${accountId}`)

export const selectOwnCertificates = (db: Db, accountId: number) =>
  db<CertificateRow[]>`select * from certificate where account_id = ${accountId} order by id desc limit 100`

/**
 * Revokes a certificate.
 * @returns false when it is no longer valid
 */
export async function markCertificateRevoked(db: Db, number: string, reason: string): Promise<boolean> {
  const result = await db`
    update certificate set revoked_at = now(), revoke_reason = ${reason}
    where number = ${number} and revoked_at is null`
  return result.count === 1
}

export async function markCertificateOfSubjectRevoked(
  db: Db,
  kind: CertificateKind,
  subject: string,
  reason: string,
): Promise<void> {
  await db`
    update certificate set revoked_at = now(), revoke_reason = ${reason}
    where kind = ${kind} and subject = ${subject} and revoked_at is null`
}

/** The association's name from the site settings. */
export async function selectSiteName(db: Db): Promise<string> {
  const [row] = await db<{ name: string | null }[]>`select settings ->> 'name' as name from site_settings`
  return row?.name ?? '心理卫生协会'
}

export const selectCertificateInForce = (db: Db, kind: CertificateKind, subject: string) =>
  firstRow(db<CertificateRow[]>`
    select * from certificate where kind = ${kind} and subject = ${subject} and revoked_at is null`)

type CertificateFilter = { kind: CertificateKind | undefined; number: string | undefined; holder: string | undefined }

/**
 * @param number the search text, if it is a certificate number
 * @param holder the search text otherwise; a full name
 */
export function selectCertificatesForStaff(
  db: Db,
  { kind, number, holder }: CertificateFilter,
  { limit, offset }: PageLimits,
) {
  const where = db`
    where true ${kind === undefined ? db`` : db`and kind = ${kind}`}
      ${number === undefined ? db`` : db`and number = ${number}`}
      ${holder === undefined ? db`` : db`and holder = ${holder}`}`
  return readPage(
    db<CertificateRow[]>`select * from certificate ${where} order by id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from certificate ${where}`,
  )
}
