// Handlers of the endpoints of second factors.
import type { factors, staffFactors } from '@xinqiao/contract/http/accounts/factors.ts'
import type { Handlers } from '../../kit/ctx.ts'
import * as recovery from './factors/factor-recovery.ts'
import * as own from './factors/factors.ts'
import { finishSignIn } from './sign-in/sign-in.ts'
import { listStepUpMethods, confirmStepUp } from './factors/step-up.ts'

/** Adapts a rule that returns nothing to an endpoint that replies null. */
const nullAfter = async (scope: Promise<unknown>): Promise<null> => {
  await scope
  return null
}

export const factorHandlers: Handlers<typeof factors> = {
  'POST /auth/secondFactor': (input, ctx) => finishSignIn(ctx, input),
  'GET /auth/factors': (_input, ctx) => own.listOwnFactors(ctx),
  'POST /auth/stepUp/options': (_input, ctx) => listStepUpMethods(ctx),
  'POST /auth/stepUp': (input, ctx) => nullAfter(confirmStepUp(ctx, input)),
  'POST /auth/factor/passkey/options': (_input, ctx) => own.startPasskeyEnrolment(ctx),
  'POST /auth/factor/passkey': (input, ctx) => own.addPasskey(ctx, input),
  'POST /auth/factor/totp/options': (_input, ctx) => own.startTotpEnrolment(ctx),
  'POST /auth/factor/totp': ({ code }, ctx) => own.addTotp(ctx, code),
  'POST /auth/factor/rename': (input, ctx) => nullAfter(own.renamePasskey(ctx, input)),
  'POST /auth/factor/remove': ({ id }, ctx) => nullAfter(own.removeFactor(ctx, id)),
  'POST /auth/factor/recoveryCodes': (_input, ctx) => own.renewRecoveryCodes(ctx),
}

export const staffFactorHandlers: Handlers<typeof staffFactors> = {
  'GET /admin/factorRecoveries': ({ state, ...page }, ctx) => recovery.listFactorRecoveries(ctx, { state, ...page }),
  'POST /admin/factorRecovery/ask': (input, ctx) => nullAfter(recovery.requestFactorRecovery(ctx, input)),
  'POST /admin/factorRecovery/decide': (input, ctx) => nullAfter(recovery.decideFactorRecovery(ctx, input)),
}
