// Handlers of the endpoints of the conference.
import type { meetingFee } from '@xinqiao/contract/http/membership/membership.ts'
import type { meetings } from '@xinqiao/contract/http/conference/meetings.ts'
import type { meetingDays } from '@xinqiao/contract/http/conference/days.ts'
import type { staffMeetings } from '@xinqiao/contract/http/conference/staff.ts'
import type { staffRegistrations } from '@xinqiao/contract/http/conference/registrations.ts'
import { inStages, viewerOf, type Handlers } from '../../kit/ctx.ts'
import { issueAttendanceCertificates } from './credits/attendance-certificates.ts'
import { renderBadges } from './check-in/badges.ts'
import * as registrations from './registrations/registrations.ts'
import * as committees from './committees/committees.ts'
import { selectCommittees } from './committees/store.ts'
import { getCreditLedger } from './credits/credits.ts'
import * as checkIn from './check-in/check-in.ts'
import * as published from './meetings/published.ts'
import { requireOwnRegistration } from './rules/own-registration.ts'
import { setOwnListed } from './rules/participant-consent.ts'
import * as payment from './checkout/payment-page.ts'
import { presentActivityUser } from './present/present.ts'
import * as requests from './requests/requests.ts'
import * as rooms from './rooms/rooms.ts'
import * as manage from './meetings/manage.ts'
import { selectLiveRegistration } from './records/registration-store.ts'
import { registerWalkIn } from './check-in/walk-ins.ts'

export const meetingHandlers: Handlers<typeof meetings> = {
  'GET /meeting/getNewOne': (_input, ctx) => published.getDefaultMeeting(ctx),
  'GET /meeting/list': (_input, ctx) => published.listPublishedMeetings(ctx),
  'GET /meeting/page': ({ id }, ctx) => published.getMeetingPage(ctx, id),
  'GET /meeting/participants': ({ activityId }, ctx) => published.listParticipantsForAttendee(ctx, activityId),
  'GET /activityUnit/getAllUnit': async (_input, { kit }) =>
    (await selectCommittees(kit.sql)).map(({ id, name }) => ({ id, name, unitName: name })),
  'GET /activityUser/isExist': async ({ activityId }, ctx) => {
    const row = await selectLiveRegistration(ctx.kit.sql, activityId, viewerOf(ctx).id)
    return { exist: row !== null, activityUser: row && presentActivityUser(row) }
  },
  'GET /activityUser/identity': async (_input, ctx) => {
    await registrations.requireActiveMember(ctx)
    return null
  },
  'GET /activityUser/suggestion': (_input, ctx) => registrations.suggestReceipt(ctx),
  'POST /activityUser/addPerson': async (input, ctx) => {
    const outcome = await registrations.registerForMeeting(ctx, input)
    return {
      success: outcome.row !== null && !outcome.exists,
      exist: outcome.exists,
      activityUser: outcome.row && presentActivityUser(outcome.row),
      message: registrations.describeOutcome(outcome),
      isFull: outcome.isFull,
    }
  },
  'GET /activityUser/getById': async ({ id }, ctx) => presentActivityUser(await requireOwnRegistration(ctx, id)),
  'GET /activityUser/list': (_input, ctx) => registrations.listOwnRegistrations(ctx),
  'GET /activityUser/place': ({ id }, ctx) => registrations.getRegistrationPage(ctx, id),
  'GET /activityUser/mine': ({ activityId }, ctx) => registrations.getOwnRegistration(ctx, activityId),
  'PUT /activityUser/receipt': (change, ctx) => registrations.changeOwnReceipt(ctx, change),
  'POST /activityUser/listed': (input, ctx) => setOwnListed(ctx, input),
  'POST /activityUser/cancel': async (input, ctx) => ({
    isRequested: await registrations.cancelOwnRegistration(ctx, input),
  }),
  'POST /activityUser/transfer': async (input, ctx) => {
    await registrations.requestTransfer(ctx, input)
    return null
  },
  'GET /activityUser/credits': (_input, ctx) => getCreditLedger(ctx),
  'GET /activityUser/ticket': ({ id }, ctx) => checkIn.renderTicketCode(ctx, id),
}

export const meetingFeeHandlers: Handlers<typeof meetingFee> = {
  'GET /wxPay/pay': ({ activityUserId }, ctx) => payment.renderPaymentCode(ctx, activityUserId),
  'GET /wxPay/isPay': ({ activityUserId }, ctx) => payment.getPaymentState(ctx, activityUserId),
  'GET /wxPay/money': async ({ activityUserId }, ctx) => ({
    fee: await payment.getRegistrationFee(ctx, activityUserId),
  }),
}

export const staffMeetingHandlers: Handlers<typeof staffMeetings & typeof staffRegistrations & typeof meetingDays> = {
  'GET /admin/meetings': (page, ctx) => manage.listMeetingsForStaff(ctx, page),
  'GET /admin/meeting': ({ id }, { kit }) => manage.getMeetingForStaff(kit.sql, id),
  'POST /admin/meeting': (draft, ctx) => manage.createMeeting(ctx, draft),
  'PUT /admin/meeting': (draft, ctx) => manage.saveMeeting(ctx, draft),
  'POST /admin/meeting/state': (input, ctx) => manage.setMeetingState(ctx, input),
  'GET /admin/committees': (_input, { kit }) => committees.listCommitteesForStaff(kit.sql),
  'POST /admin/committee': (draft, ctx) => committees.addCommittee(ctx, draft),
  'PUT /admin/committee': ({ id, ...draft }, ctx) => committees.changeCommittee(ctx, id, draft),
  'GET /admin/committee/members': ({ id }, ctx) => committees.listCommitteeMembers(ctx, id),
  'PUT /admin/committee/members': (input, ctx) => committees.saveCommitteeMembers(ctx, input),
  'GET /admin/registrations': (query, ctx) => registrations.listRegistrations(ctx, query),
  'POST /admin/registration/reveal': (input, ctx) => registrations.revealContact(ctx, input),
  'GET /admin/registration': ({ id }, ctx) => registrations.getRegistrationDetail(ctx, id),
  'PUT /admin/registration/receipt': (input, ctx) => registrations.correctReceipt(ctx, input),
  'POST /admin/registration/walkIn': (input, ctx) => registerWalkIn(ctx, input),
  'POST /admin/registration/cancel': inStages({
    perform: (input, ctx) => registrations.cancelByStaff(ctx, input),
    finish: registrations.refundCancelledRegistration,
  }),
  'GET /admin/registrationRequests': ({ state, ...page }, ctx) => requests.listRequests(ctx, { state, ...page }),
  'POST /admin/registrationRequest/decide': (input, ctx) => requests.decideRequest(ctx, input),
  'GET /admin/meeting/rooms': ({ id }, { kit }) => rooms.getRoomPlan(kit.sql, id),
  'POST /admin/meeting/room': (input, ctx) => rooms.addRooms(ctx, input),
  'DELETE /admin/meeting/room': (input, ctx) => rooms.removeRoom(ctx, input),
  'POST /admin/meeting/rooms/allocate': ({ id }, ctx) => rooms.allocateMeetingRooms(ctx, id),
  'POST /admin/meeting/rooms/place': (input, ctx) => rooms.placeGuest(ctx, input),
  'POST /admin/meeting/rooms/reserve': (input, ctx) => rooms.setRoomReservation(ctx, input),
  'POST /admin/meeting/rooms/notify': ({ id }, ctx) => rooms.publishRoomPlan(ctx, id),
  'PUT /admin/meeting/sessions': (input, ctx) => manage.saveProgramme(ctx, input),
  'GET /admin/meeting/sessions': ({ id }, ctx) => manage.listProgrammeForStaff(ctx, id),
  'GET /admin/meeting/door': ({ id }, ctx) => checkIn.getCheckInList(ctx, id),
  'POST /admin/meeting/checkIn': (input, ctx) => checkIn.checkInScans(ctx, input),
  'GET /admin/meeting/badges': inStages({ prepare: ({ id }, ctx) => renderBadges(ctx, id) }),
  'POST /admin/meeting/certificates': ({ id }, ctx) => issueAttendanceCertificates(ctx, id),
}
