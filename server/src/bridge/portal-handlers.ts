// Handlers of endpoints of accounts and Q&A that rename an account or a domain. In the same transaction, they rebuild
// the texts by which visitors find counsellors.
import { createAccountHandlers, createStaffUserHandlers } from '../portal/accounts/accounts.ts'
import { rebuildSearchTextOfAccount, rebuildSearchTextsOfDomain } from '../portal/counsellors/search-text.ts'
import { createStaffQuestionHandlers } from '../portal/qa/qa.ts'

export const portalHandlers = {
  ...createAccountHandlers(rebuildSearchTextOfAccount),
  ...createStaffUserHandlers(rebuildSearchTextOfAccount),
  ...createStaffQuestionHandlers(rebuildSearchTextsOfDomain),
}
