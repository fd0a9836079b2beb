// Kinds of certificates, separate from the schemas so that pages load them without zod.
export const certificateKinds = {
  member: '个人会员证书',
  unitMember: '单位会员证书',
  attendance: '参会证明',
  award: '获奖证书',
  exam: '考试合格证书',
} as const
export type CertificateKind = keyof typeof certificateKinds

export const certificateStates = { valid: '有效', expired: '已过有效期', revoked: '已撤销' } as const
export type CertificateState = keyof typeof certificateStates

/** Printed format: `XQ26-7K3QM-9XFDT`. Letters that look like digits are excluded. */
export const certificateNumberPattern = /^XQ\d{2}-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/
