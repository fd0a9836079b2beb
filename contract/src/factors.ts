// Words and numbers of the second factor, apart from the schemas so that browsers show them without zod.

/** What a signed-in person must do before anything else opens. */
export const restrictions = ['changePassword', 'addFactor'] as const
export type Restriction = (typeof restrictions)[number]

export const recoveryStates = { asked: '待确认', confirmed: '已恢复', refused: '未同意' } as const
export type RecoveryState = keyof typeof recoveryStates

/** How long a session remembers that the person confirmed who they are. */
export const stepUpLifeMs = 10 * 60_000

/** What the first step of signing in answers where the account has a second factor. */
export type SecondStep = {
  ticket: string
  /** Codes of an authenticator app, or recovery codes. */
  withCode: boolean
  withTotp: boolean
  /** For the browser's WebAuthn API; null where the account has no passkey or this address cannot use one. */
  options: Record<string, unknown> | null
}
