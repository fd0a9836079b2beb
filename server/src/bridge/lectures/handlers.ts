// Handlers of the endpoints of lectures.
import type { lectures } from '@xinqiao/contract/http/lectures/lectures.ts'
import type { staffLectures } from '@xinqiao/contract/http/lectures/staff.ts'
import { inStages, type Handlers } from '../../kit/ctx.ts'
import * as attendance from './attendance/attendance.ts'
import * as managing from './staff/staff-lectures.ts'
import * as moderating from './staff/moderation.ts'
import * as questions from './questions/questions.ts'
import { replaceRecording, saveRecording, storeRecording } from './recordings/recordings.ts'
import * as viewing from './visitors/visitor-lectures.ts'

export const lectureHandlers: Handlers<typeof lectures & typeof staffLectures> = {
  'GET /lecture/list': ({ past, ...page }, ctx) => viewing.listLectures(ctx, past === 'true', page),
  'GET /lecture/getById': ({ id }, ctx) => viewing.getLecture(ctx, id),
  'GET /lecture/ics': ({ id }, ctx) => viewing.getLectureCalendar(ctx, id),
  'POST /lecture/remind': ({ id, wantsReminder }, ctx) => viewing.setReminder(ctx, id, wantsReminder),
  'GET /lecture/questions': ({ id }, ctx) => questions.listQuestions(ctx, id),
  'POST /lecture/ask': ({ id, text }, ctx) => questions.askQuestion(ctx, id, text),
  'POST /lecture/settleQuestion': ({ id, state }, ctx) => questions.settleQuestion(ctx, id, state),
  'POST /lecture/hand': ({ id, isRaised }, ctx) => moderating.setHand(ctx, id, isRaised),
  'GET /lecture/hands': ({ id }, ctx) => moderating.listHands(ctx, id),
  'POST /lecture/lowerHand': ({ id, account }, ctx) => moderating.lowerHand(ctx, id, account),
  'POST /lecture/slow': ({ id, seconds }, ctx) => moderating.setSlowMode(ctx, id, seconds),
  'POST /lecture/removeMessage': (input, ctx) => moderating.removeMessage(ctx, input),
  'GET /lecture/replay': (input, ctx) => viewing.listReplayMessages(ctx, input),
  'POST /lecture/beat': ({ id }, ctx) => attendance.recordBeat(ctx, id),
  'GET /admin/lectures': ({ state, ...page }, { kit }) => managing.listLecturesForStaff(kit.sql, state, page),
  'GET /admin/lecture': ({ id }, ctx) => managing.getLectureForStaff(ctx, id),
  'POST /admin/lecture': inStages({ prepare: managing.checkStreams, perform: managing.addLecture }),
  'PUT /admin/lecture': inStages({
    prepare: managing.checkStreams,
    perform: managing.changeLecture,
    finish: managing.announceChange,
  }),
  'POST /admin/lecture/state': inStages({ perform: managing.setLectureState, finish: managing.announceChange }),
  'POST /admin/lecture/recording': inStages({
    prepare: storeRecording,
    perform: saveRecording,
    finish: managing.announceChange,
  }),
  'POST /admin/lecture/removeRecording': inStages({
    perform: ({ id }, ctx) => replaceRecording(ctx, id, null),
    finish: managing.announceChange,
  }),
  'GET /admin/lecture/moderators': ({ id }, { kit }) => managing.listModerators(kit.sql, id),
  'POST /admin/lecture/moderator': (input, ctx) => managing.setModerator(ctx, input),
  'GET /admin/lecture/attendance': ({ id, ...page }, { kit }) => attendance.listAttendance(kit.sql, id, page),
  'POST /admin/lecture/credit': (input, ctx) => attendance.correctCredit(ctx, input),
}
