// Issuing, revoking and checking certificates of any kind. Numbers are random, so that they cannot be enumerated.
import { randomInt } from 'node:crypto'
import {
  certificateNumberPattern,
  type CertificateKind,
  type CertificateState,
} from '@xinqiao/contract/certificates.ts'
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import { minuteSeconds } from '@xinqiao/contract/time.ts'
import { networkOfAddress } from '../../kit/network/network-address.ts'
import { recordAudit } from '../../kit/audit/audit.ts'
import type { AuditedCtx, Ctx } from '../../kit/ctx.ts'
import { type Db } from '../../kit/db/db.ts'
import { limitHits } from '../../kit/auth/throttle.ts'
import { chinaDay } from '../../kit/time.ts'
import * as store from './store.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const createRandomLetters = (length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
const createCertificateNumber = (day: string) =>
  `XQ${day.slice(2, 4)}-${createRandomLetters(5)}-${createRandomLetters(5)}`

export type CertificateRequest = {
  kind: CertificateKind
  accountId: number | null
  /** Full name of the holder. */
  holder: string
  /** The certified status or achievement, such as `个人会员`. */
  title: string
  /** Printed lines of label and value, such as `会员编号`, `2026-00012`. */
  lines?: [string, string][]
  /** Subject, such as `member 12`. Issuing again for the same subject keeps the number and updates the content. */
  subject: string
  /** First and last day of validity, such as `2026-11-21`. */
  issuedOn?: string
  validUntil?: string | null
}

export async function issueCertificate(db: Db, request: CertificateRequest): Promise<store.CertificateRow> {
  const { kind, accountId, holder, title, lines = [], subject, issuedOn = chinaDay(), validUntil = null } = request
  const content = { account_id: accountId, holder, title, lines, valid_until: validUntil }
  const issued =
    (await store.insertCertificate(db, {
      ...content,
      kind,
      subject,
      number: createCertificateNumber(issuedOn),
      issued_on: issuedOn,
    })) ?? (await store.updateCertificateInForce(db, kind, subject, content))
  return issued!
}

/** Revokes the certificate of a subject, such as a refunded membership. Does nothing if there is none. */
export const revokeCertificateOfSubject = (
  db: Db,
  kind: CertificateKind,
  subject: string,
  reason: string,
): Promise<void> => store.markCertificateOfSubjectRevoked(db, kind, subject, reason)

export const certificateStateOf = (row: store.CertificateRow, today: string = chinaDay()): CertificateState =>
  row.revoked_at ? 'revoked' : row.valid_until && row.valid_until < today ? 'expired' : 'valid'

const maxLookupsPerMinute = 60

/** Normalises a typed number: lower case, spaces, and letters that look like digits. */
export const normalizeCertificateNumber = (typed: string): string =>
  typed.trim().toUpperCase().replace(/\s+/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

export async function checkCertificate({ kit, ip }: Ctx, typed: string): Promise<store.CertificateRow | null> {
  const number = normalizeCertificateNumber(typed)
  if (!certificateNumberPattern.test(number)) return null
  await limitHits(kit.sql, `certificate:${networkOfAddress(ip)}`, maxLookupsPerMinute, minuteSeconds)
  return store.selectCertificateByNumber(kit.sql, number)
}

/** Staff revoke a certificate; the audit log has the reason. */
export async function revokeCertificate({ tx, viewer }: AuditedCtx, number: string, reason: string): Promise<void> {
  orNotFound(await store.selectCertificateByNumber(tx, number))
  if (!(await store.markCertificateRevoked(tx, number, reason))) throw fail('wrongState')
  await recordAudit(tx, {
    actorId: viewer.id,
    action: 'certificateRevoked',
    subject: `certificate ${number}`,
    reason,
  })
}
