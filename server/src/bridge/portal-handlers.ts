// Endpoints of portal domains that also need the chat or another domain: crisis alerts, chat accounts, and the texts by
// which counsellors are found.
import { ensureAccount, ensureAliases, raiseWrittenAlert } from '../im/chat.ts'
import { createAccountHandlers, createStaffUserHandlers } from '../portal/accounts/accounts.ts'
import { createBookingHandlers } from '../portal/booking/booking.ts'
import { createCounsellorHandlers } from '../portal/counsellors/handlers.ts'
import { rebuildSearchTextOfAccount, rebuildSearchTextsOfDomain } from '../portal/counsellors/search-text.ts'
import { createQuestionHandlers, createStaffQuestionHandlers } from '../portal/qa/qa.ts'

export const portalHandlers = {
  ...createAccountHandlers(rebuildSearchTextOfAccount),
  ...createStaffUserHandlers(rebuildSearchTextOfAccount),
  ...createBookingHandlers({ raiseAlert: raiseWrittenAlert, aliasesOf: ensureAliases, openChat: ensureAccount }),
  ...createCounsellorHandlers(ensureAccount),
  ...createQuestionHandlers(raiseWrittenAlert),
  ...createStaffQuestionHandlers(rebuildSearchTextsOfDomain),
}
