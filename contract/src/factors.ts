// Labels and limits of the second factor, separate from the schemas so that browsers load them without zod.

/** Actions that a signed-in user must complete before any other request. */
export const restrictions = ['changePassword', 'addFactor'] as const
export type AccountRestriction = (typeof restrictions)[number]

export const recoveryStates = { asked: '待确认', confirmed: '已恢复', refused: '未同意' } as const
export type RecoveryState = keyof typeof recoveryStates

/** Time for which a step-up confirmation is valid in its sign-in session. */
export const stepUpLifeMs = 10 * 60_000

/** Reply to the first step of signing in, if the account has a second factor. */
export type SecondFactorChallenge = {
  ticket: string
  /** True when the server accepts a typed code: of an authenticator app, or a recovery code. */
  acceptsCode: boolean
  acceptsTotp: boolean
  /** Input for the browser's WebAuthn API; null if the account has no passkey, or this origin cannot use one. */
  options: Record<string, unknown> | null
}
