// The functions of the site that the chat calls.
import type { SitePort } from '../kit/site-port.ts'
import { answerQuestion } from '../portal/guide/guide.ts'
import { notifyTeamEvent } from './account-groups/notices.ts'
import { findBookingOfCall, markRingSeen, notifyRing } from './calls/calls.ts'
import { notifyFriendEvent } from './chat/friend-notices.ts'
import { notifyLeaders } from './crisis/crisis.ts'
import { findRoomRefusal, lowerHandOfRemovedVisitor } from './lectures/lectures.ts'

export const sitePort: SitePort = {
  findBookingOfCall,
  findRoomRefusal,
  lowerHandOfRemovedVisitor,
  markRingSeen,
  notifyFriendEvent,
  notifyLeaders,
  notifyRing,
  notifyTeamEvent,
  answerQuestion,
}
