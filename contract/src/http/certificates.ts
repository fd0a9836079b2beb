// Certificates: the holder's own, and the public check of a number.
import { keysOf } from '../keys.ts'
import { auditedByHandler } from '../audit.ts'
import { z } from 'zod'
import { certificateKinds, certificateStates, type CertificateKind, type CertificateState } from '../certificates.ts'
import {
  BytesReply,
  endpoint,
  requiredText,
  Id,
  EmptyInput,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  replyTypes,
  text,
  Time,
} from './endpoint.ts'

const Kind = z.enum(keysOf<CertificateKind>(certificateKinds))
const State = z.enum(keysOf<CertificateState>(certificateStates))
/** A day, such as `2026-11-21`. */
const Day = z.string()

const ShownCertificate = z.object({
  kind: Kind,
  number: z.string(),
  title: z.string(),
  issuedOn: Day,
  validUntil: Day.nullable(),
  state: State,
})

export const OwnCertificate = ShownCertificate.extend({ id: z.number(), holder: z.string() })
export type OwnCertificate = z.output<typeof OwnCertificate>
/** The holder's name is masked: enough to compare it, too little to collect names. */
export const CheckedCertificate = ShownCertificate.extend({ holder: z.string() })
export type CheckedCertificate = z.output<typeof CheckedCertificate>

/** The complete name of a unit, or the masked name of a person. */
const StaffCertificate = CheckedCertificate.extend({
  id: z.number(),
  reason: z.string(),
  revokeTime: Time.nullable(),
})
export type StaffCertificate = z.output<typeof StaffCertificate>

export const certificates = {
  'GET /certificate/check': endpoint({
    who: 'anyone',
    summary: '按编号核验证书，只显示核验所需的信息',
    input: z.object({ no: text(40) }),
    output: CheckedCertificate.nullable(),
    errors: ['tooManyRequests'],
  }),
  'GET /certificate/mine': endpoint({
    who: 'user',
    summary: '本人的全部证书',
    input: EmptyInput,
    output: z.array(OwnCertificate),
  }),
  'GET /certificate/pdf': endpoint({
    who: 'user',
    summary: '下载本人的证书（PDF）',
    input: z.object({ id: Id }),
    output: BytesReply,
    reply: replyTypes.pdf,
    download: '证书.pdf',
    errors: ['notFound'],
  }),
  'GET /admin/certificates': endpoint({
    who: ['administrator'],
    summary: '颁发过的证书，可按种类与编号、持证人全名查找',
    input: z
      .object({
        ...paging(20),
        kind: optional(z.enum(keysOf<CertificateKind>(certificateKinds), '种类不正确')),
        /** A number, or the complete name of a holder. */
        key: optional(text(100, '搜索词不能超过100个字')),
      })
      .transform(toLimits),
    output: pageSchemaOf(StaffCertificate),
  }),
  'POST /admin/certificate/revoke': endpoint({
    who: ['administrator'],
    summary: '撤销证书，理由记入审计日志',
    audit: auditedByHandler,
    input: z.object({ number: text(40), reason: requiredText(200, '请填写撤销理由', '理由不能超过200个字') }),
    output: z.null(),
    errors: ['notFound', 'wrongState'],
  }),
}
