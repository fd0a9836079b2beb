// Wire format of certificates.
import type { CheckedCertificate, OwnCertificate, StaffCertificate } from '@xinqiao/contract/http/certificates.ts'
import { maskName } from '../../kit/text/masks.ts'
import { formatTime } from '../../kit/time.ts'
import { certificateStateOf } from './certificates.ts'
import type { CertificateRow } from './store.ts'

const presentPublicFields = (row: CertificateRow) => ({
  kind: row.kind,
  number: row.number,
  title: row.title,
  issuedOn: row.issued_on,
  validUntil: row.valid_until,
  state: certificateStateOf(row),
})

export const presentOwnCertificate = (row: CertificateRow): OwnCertificate => ({
  ...presentPublicFields(row),
  id: row.id,
  holder: row.holder,
})

/** A unit's name is public, a person's is not. */
export const presentCheckedCertificate = (row: CertificateRow): CheckedCertificate => ({
  ...presentPublicFields(row),
  holder: row.kind === 'unitMember' ? row.holder : maskName(row.holder),
})

export const presentCertificateForStaff = (row: CertificateRow): StaffCertificate => ({
  ...presentCheckedCertificate(row),
  id: row.id,
  reason: row.revoke_reason ?? '',
  revokeTime: row.revoked_at && formatTime(row.revoked_at),
})
