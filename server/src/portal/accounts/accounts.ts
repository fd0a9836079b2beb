// Entry file of accounts: what other parts of the server may use.
export { refuseDemoAccounts } from './demo-accounts.ts'
export { createAccountHandlers, createStaffUserHandlers } from './handlers.ts'
export { closeAccount } from './own-account/close-account.ts'
export { requireOwnAccount } from './own-account/own-account.ts'
export { selectSentSms, type SentSmsRow } from './records/store.ts'
export { presentUser } from './rules/present.ts'
export {
  clearedCookies,
  createSessionCookie,
  findViewer,
  findCachedViewer,
  clearSignInSessionCache,
  isStaff,
  isViewerCached,
} from './sign-in-sessions/sign-in-sessions.ts'
export { sendQueuedSms } from './sms-codes/sms-queue.ts'
