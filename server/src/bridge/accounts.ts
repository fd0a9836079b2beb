// Endpoints of accounts. A counsellor's name is part of the text by which they are found.
import { makeAccountHandlers, makeStaffUserHandlers } from '../portal/accounts/handlers.ts'
import { rebuildSearchTextOfAccount } from '../portal/counsellors/search-text.ts'

export const accountHandlers = makeAccountHandlers(rebuildSearchTextOfAccount)
export const staffUserHandlers = makeStaffUserHandlers(rebuildSearchTextOfAccount)
