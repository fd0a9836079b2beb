// Endpoints of accounts. A counsellor's name is part of the text by which they are found.
import { makeAccountHandlers, makeStaffUserHandlers } from '../portal/accounts/handlers.ts'
import { rebuildForAccount } from '../portal/counsellors/search-text.ts'

export const accountHandlers = makeAccountHandlers(rebuildForAccount)
export const staffUserHandlers = makeStaffUserHandlers(rebuildForAccount)
