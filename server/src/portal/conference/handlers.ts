// Handlers of the conference endpoints.
import type { meetingFee } from '@xinqiao/contract/http/membership.ts'
import type { meetings } from '@xinqiao/contract/http/meetings.ts'
import type { meetingDays } from '@xinqiao/contract/http/meeting-days.ts'
import type { staffMeetings } from '@xinqiao/contract/http/staff-meetings.ts'
import type { staffRegistrations } from '@xinqiao/contract/http/staff-registrations.ts'
import { recordAfter, viewerOf, withFollowUp, type Handlers } from '../../kit/ctx.ts'
import { issueAttendance } from './credits/after-meeting.ts'
import { makeBadges } from './check-in/badges.ts'
import { cancelOwn } from './registrations/cancel.ts'
import { changeReceipt } from './registrations/change-receipt.ts'
import * as committees from './committees/committees.ts'
import { correctReceipt, getRegistration } from './requests/correct-receipt.ts'
import { getLedger } from './credits/credits.ts'
import { checkIn, drawTicket, getCheckInList } from './check-in/check-in.ts'
import { getDefault, getMeetingPage, listParticipants, listPublished } from './meetings/published.ts'
import { findOwnOrFail } from './rules/own-registration.ts'
import { getOwn, getPlace, listPlaces } from './registrations/place-page.ts'
import { setListed } from './rules/participant-consent.ts'
import { drawPayCode, getFee, getPayState } from './payments/payment-page.ts'
import { presentActivityUser } from './rules/present.ts'
import { checkIdentity, outcomeSentence, register } from './registrations/register.ts'
import { cancelByStaff, listRegistrations, revealContact, settleCancellation } from './registrations/staff-list.ts'
import { decideRequest, listRequests } from './requests/requests.ts'
import { addRooms, allot, getRoomPlan, reserveRoom, placeGuest, removeRoom, notifyRooms } from './rooms/rooms.ts'
import * as staff from './meetings/manage.ts'
import { suggestReceipt } from './registrations/suggestion.ts'
import { askTransfer } from './registrations/transfer.ts'
import { listCommittees } from './records/store.ts'
import { findLive } from './records/registration-store.ts'
import { enterWalkIn } from './check-in/walk-ins.ts'

export const meetingHandlers: Handlers<typeof meetings> = {
  'GET /meeting/getNewOne': (_input, ctx) => getDefault(ctx),
  'GET /meeting/list': (_input, ctx) => listPublished(ctx),
  'GET /meeting/page': ({ id }, ctx) => getMeetingPage(ctx, id),
  'GET /meeting/participants': ({ activityId }, ctx) => listParticipants(ctx, activityId),
  'GET /activityUnit/getAllUnit': async (_input, { kit }) =>
    (await listCommittees(kit.sql)).map(({ id, name }) => ({ id, name, unitName: name })),
  'GET /activityUser/isExist': async ({ activityId }, ctx) => {
    const row = await findLive(ctx.kit.sql, activityId, viewerOf(ctx).id)
    return { exist: row !== null, activityUser: row && presentActivityUser(row) }
  },
  'GET /activityUser/identity': async (_input, ctx) => {
    await checkIdentity(ctx)
    return null
  },
  'GET /activityUser/suggestion': (_input, ctx) => suggestReceipt(ctx),
  'POST /activityUser/addPerson': async (wish, ctx) => {
    const outcome = await register(ctx, wish)
    return {
      success: outcome.row !== null && !outcome.exists,
      exist: outcome.exists,
      activityUser: outcome.row && presentActivityUser(outcome.row),
      message: outcomeSentence(outcome),
      isFull: outcome.isFull,
    }
  },
  'GET /activityUser/getById': async ({ id }, ctx) => presentActivityUser(await findOwnOrFail(ctx, id)),
  'GET /activityUser/list': (_input, ctx) => listPlaces(ctx),
  'GET /activityUser/place': ({ id }, ctx) => getPlace(ctx, id),
  'GET /activityUser/mine': ({ activityId }, ctx) => getOwn(ctx, activityId),
  'PUT /activityUser/receipt': (change, ctx) => changeReceipt(ctx, change),
  'POST /activityUser/listed': (input, ctx) => setListed(ctx, input),
  'POST /activityUser/cancel': async (input, ctx) => ({ isAsked: await cancelOwn(ctx, input) }),
  'POST /activityUser/transfer': async (input, ctx) => {
    await askTransfer(ctx, input)
    return null
  },
  'GET /activityUser/credits': (_input, ctx) => getLedger(ctx),
  'GET /activityUser/ticket': ({ id }, ctx) => drawTicket(ctx, id),
}

export const meetingFeeHandlers: Handlers<typeof meetingFee> = {
  'GET /wxPay/pay': ({ activityUserId }, ctx) => drawPayCode(ctx, activityUserId),
  'GET /wxPay/isPay': ({ activityUserId }, ctx) => getPayState(ctx, activityUserId),
  'GET /wxPay/money': async ({ activityUserId }, ctx) => ({ fee: await getFee(ctx, activityUserId) }),
}

export const staffMeetingHandlers: Handlers<typeof staffMeetings & typeof staffRegistrations & typeof meetingDays> = {
  'GET /admin/meetings': ({ page, size }, ctx) => staff.listMeetings(ctx, size, (page - 1) * size),
  'GET /admin/meeting': ({ id }, { kit }) => staff.getMeeting(kit.sql, id),
  'POST /admin/meeting': (draft, ctx) => staff.createMeeting(ctx, draft),
  'PUT /admin/meeting': (draft, ctx) => staff.saveMeeting(ctx, draft),
  'POST /admin/meeting/state': (input, ctx) => staff.setState(ctx, input),
  'GET /admin/committees': (_input, { kit }) => committees.listForStaff(kit.sql),
  'POST /admin/committee': (draft, ctx) => committees.saveCommittee(ctx, draft),
  'PUT /admin/committee': ({ id, ...draft }, ctx) => committees.saveCommittee(ctx, draft, id),
  'GET /admin/committee/members': ({ id }, ctx) => committees.listMembers(ctx, id),
  'PUT /admin/committee/members': (input, ctx) => committees.saveMembers(ctx, input),
  'GET /admin/registrations': (query, ctx) => listRegistrations(ctx, query),
  'POST /admin/registration/reveal': (input, ctx) => revealContact(ctx, input),
  'GET /admin/registration': ({ id }, ctx) => getRegistration(ctx, id),
  'PUT /admin/registration/receipt': (input, ctx) => correctReceipt(ctx, input),
  'POST /admin/registration/walkIn': (input, ctx) => enterWalkIn(ctx, input),
  'POST /admin/registration/cancel': withFollowUp((input, ctx) => cancelByStaff(ctx, input), settleCancellation),
  'GET /admin/registrationRequests': ({ page, size, state }, ctx) =>
    listRequests(ctx, { state, limit: size, offset: (page - 1) * size }),
  'POST /admin/registrationRequest/decide': (input, ctx) => decideRequest(ctx, input),
  'GET /admin/meeting/rooms': ({ id }, { kit }) => getRoomPlan(kit.sql, id),
  'POST /admin/meeting/room': (input, ctx) => addRooms(ctx, input),
  'DELETE /admin/meeting/room': (input, ctx) => removeRoom(ctx, input),
  'POST /admin/meeting/rooms/allot': ({ id }, ctx) => allot(ctx, id),
  'POST /admin/meeting/rooms/place': (input, ctx) => placeGuest(ctx, input),
  'POST /admin/meeting/rooms/reserve': (input, ctx) => reserveRoom(ctx, input),
  'POST /admin/meeting/rooms/notify': ({ id }, ctx) => notifyRooms(ctx, id),
  'PUT /admin/meeting/sessions': (input, ctx) => staff.saveSessions(ctx, input),
  'GET /admin/meeting/sessions': ({ id }, ctx) => staff.listSessions(ctx, id),
  'GET /admin/meeting/door': ({ id }, ctx) => getCheckInList(ctx, id),
  'POST /admin/meeting/checkIn': (input, ctx) => checkIn(ctx, input),
  'GET /admin/meeting/badges': recordAfter(({ id }, ctx) => makeBadges(ctx, id)),
  'POST /admin/meeting/certificates': ({ id }, ctx) => issueAttendance(ctx, id),
}
