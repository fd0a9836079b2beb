// Handlers of the endpoints of accounts.
import type { accounts, staffUsers } from '@xinqiao/contract/http/accounts/accounts.ts'
import { viewerOf, type Handlers } from '../../kit/ctx.ts'
import { hashToken } from '../../kit/auth/secrets.ts'
import * as rules from './own-account/own-account.ts'
import { issueChallenge } from './sms-codes/challenge.ts'
import { sendSmsCode } from './sms-codes/sms-codes.ts'
import { confirmEmail, sendEmailCode } from './own-account/email.ts'
import { presentUser } from './rules/present.ts'
import { clearedCookies, publishEndedSignInSessions } from './sign-in-sessions/sign-in-sessions.ts'
import { signIn } from './sign-in/sign-in.ts'
import * as staff from './staff/staff.ts'
import { deleteSignInSession } from './records/store.ts'

/** Adapts a rule that returns nothing to an endpoint that replies null. */
const nullAfter = async (scope: Promise<unknown>): Promise<null> => {
  await scope
  return null
}

/** @param onNameSaved runs in the transaction that saves the display name of an account */
export const createAccountHandlers = (onNameSaved: rules.NameSavedHook): Handlers<typeof accounts> => ({
  'POST /auth/mh/login': (input, ctx) => signIn(ctx, input),
  'GET /auth/registerSendSms': ({ phone, altcha }, ctx) => nullAfter(sendSmsCode(ctx, 'register', phone, altcha)),
  'POST /auth/register': (input, ctx) => nullAfter(rules.registerAccount(ctx, input)),
  'GET /auth/loginSendSms': ({ phone, altcha }, ctx) => nullAfter(sendSmsCode(ctx, 'reset', phone, altcha)),
  'POST /auth/updatePassword': (input, ctx) => nullAfter(rules.resetPassword(ctx, input)),
  'DELETE /auth/logout': async (_input, ctx) => {
    if (ctx.token) {
      await deleteSignInSession(ctx.kit.sql, hashToken(ctx.token))
      const viewer = ctx.viewer ?? ctx.restricted
      if (viewer) publishEndedSignInSessions(ctx.kit, viewer.id)
    }
    ctx.setCookies.push(...clearedCookies)
    return null
  },
  'GET /auth/challenge': async (_input, { kit }) => ({ challenge: await issueChallenge(kit) }),
  'GET /auth/me': async (_input, ctx) =>
    presentUser(ctx.kit, await rules.requireOwnAccount(ctx), viewerOf(ctx).restriction),
  'GET /auth/devices': (_input, ctx) => rules.listDevices(ctx),
  'POST /auth/devices/signOut': ({ id }, ctx) => nullAfter(rules.endOwnSignInSessions(ctx, id)),
  'PUT /api/users/center': (input, ctx) => rules.saveProfile(ctx, input, onNameSaved),
  'POST /api/users/email/code': (_input, ctx) => nullAfter(sendEmailCode(ctx)),
  'POST /api/users/email/confirm': ({ code }, ctx) => confirmEmail(ctx, code),
  'POST /api/users/updatePass': (input, ctx) => nullAfter(rules.changePassword(ctx, input)),
})

export const createStaffUserHandlers = (onNameSaved: rules.NameSavedHook): Handlers<typeof staffUsers> => ({
  'GET /admin/users': ({ roleId, key, ...page }, { kit }) => staff.listUserAccounts(kit, { roleId, key, ...page }),
  'POST /admin/user': (input, ctx) => staff.createUserAccount(ctx, input),
  'PUT /admin/user': (input, ctx) => staff.changeUserAccount(ctx, input, onNameSaved),
  'POST /admin/user/resetPassword': ({ id }, ctx) => staff.resetUserPassword(ctx, id),
})
