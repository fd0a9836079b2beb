// The functions of the site that the chat calls.
import type { SitePort } from '../kit/site-port.ts'
import { answerQuestion } from '../portal/guide/guide.ts'
import { findBookingOfCall } from './calls/booking-store.ts'
import { notifyRing } from './calls/notices.ts'
import { notifyLeaders } from './crisis/leaders.ts'
import { findRoomRefusal } from './lectures/rules/rights.ts'

export const sitePort: SitePort = { findBookingOfCall, findRoomRefusal, notifyLeaders, notifyRing, answerQuestion }
