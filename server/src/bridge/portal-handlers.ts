// Endpoints of portal domains that also change the texts by which another domain finds its counsellors.
import { createAccountHandlers, createStaffUserHandlers } from '../portal/accounts/accounts.ts'
import { rebuildSearchTextOfAccount, rebuildSearchTextsOfDomain } from '../portal/counsellors/search-text.ts'
import { createStaffQuestionHandlers } from '../portal/qa/qa.ts'

export const portalHandlers = {
  ...createAccountHandlers(rebuildSearchTextOfAccount),
  ...createStaffUserHandlers(rebuildSearchTextOfAccount),
  ...createStaffQuestionHandlers(rebuildSearchTextsOfDomain),
}
