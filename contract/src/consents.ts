// What people are asked to agree to, each by itself. The words live on the server (portal/consents/texts.ts), where a
// test holds every version to its digest.
export const consentPurposes = {
  memberData: '入会申请：处理敏感个人信息',
  directory: '在会员名录中公开展示',
  participants: '列入参会者名单',
} as const
export type ConsentPurpose = keyof typeof consentPurposes
