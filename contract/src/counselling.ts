// Words of counselling, apart from the schemas so that browsers show them without zod.
export const credentialStates = { pending: '待核验', verified: '已核验', refused: '未通过' } as const
export type CredentialState = keyof typeof credentialStates
