// Consents: text, version and time of each, and its withdrawal.
import { keysOf } from '../keys.ts'
import { z } from 'zod'
import { consentPurposes, type ConsentPurpose } from '../consents.ts'
import { endpoint, EmptyReply, EmptyInput, optional, text, Time } from './endpoint.ts'

const Purpose = z.enum(keysOf<ConsentPurpose>(consentPurposes), '同意的事项不正确')

export const ConsentText = z.object({
  purpose: Purpose,
  version: z.string(),
  hash: z.string(),
  title: z.string(),
  sections: z.array(z.object({ heading: z.string(), text: z.string() })),
  /** The consequence of a withdrawal. */
  withdrawal: z.string(),
  isAgreed: z.boolean(),
})
export type ConsentText = z.output<typeof ConsentText>

export const ConsentRecord = z.object({
  id: z.number(),
  title: z.string(),
  version: z.string(),
  hash: z.string(),
  givenTime: Time,
  withdrawnTime: Time.nullable(),
  /** The purpose to withdraw; null if the consent cannot be withdrawn here. */
  purpose: Purpose.nullable(),
  /** The counsellor-led group of the consent, on whose page it is withdrawn; null for others. */
  groupId: z.number().nullable(),
  withdrawal: z.string(),
})
export type ConsentRecord = z.output<typeof ConsentRecord>

/** The version that the user read. The server refuses a consent to an outdated text. */
export const ReadText = z.object({ version: text(20), hash: text(64) })

export const consents = {
  'GET /consent/text': endpoint({
    who: 'anyone',
    summary: '一项单独同意的全文与版本；不指定版本时是现在的版本',
    input: z.object({ purpose: Purpose, version: optional(text(20)) }),
    output: ConsentText,
    errors: ['notFound'],
  }),
  'GET /consent/mine': endpoint({
    who: 'user',
    summary: '本人给出的全部同意，含已撤回的',
    input: EmptyInput,
    output: z.array(ConsentRecord),
  }),
  'POST /consent/give': endpoint({
    who: 'user',
    summary: '单独同意一项',
    input: ReadText.extend({ purpose: Purpose }),
    output: EmptyReply,
    errors: ['changedMeanwhile'],
  }),
  'POST /consent/withdraw': endpoint({
    who: 'user',
    summary: '撤回同意，并停止与删除相应的处理',
    success: '已撤回同意',
    input: z.object({ purpose: Purpose }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
}
