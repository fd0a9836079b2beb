// Purposes of consent, each given separately. The texts are on the server (portal/consents/texts.ts), where a test
// compares every version with its digest.
export const consentPurposes = {
  memberData: '入会申请：处理敏感个人信息',
  directory: '在会员名录中公开展示',
  participants: '列入参会者名单',
} as const
export type ConsentPurpose = keyof typeof consentPurposes
