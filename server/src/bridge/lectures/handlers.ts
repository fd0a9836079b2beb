// Handlers of the endpoints of lectures.
import type { lectures } from '@xinqiao/contract/http/lectures/lectures.ts'
import type { staffLectures } from '@xinqiao/contract/http/lectures/staff.ts'
import { inStages, type Handlers } from '../../kit/ctx.ts'
import * as attendance from './attendance/attendance.ts'
import * as lecturesForStaff from './staff/staff-lectures.ts'
import * as moderation from './staff/moderation.ts'
import * as questions from './questions/questions.ts'
import { replaceRecording, saveRecording, storeRecording } from './recordings/recordings.ts'
import { chooseName } from './visitors/names.ts'
import * as visitorLectures from './visitors/visitor-lectures.ts'

export const lectureHandlers: Handlers<typeof lectures & typeof staffLectures> = {
  'GET /lecture/list': ({ past, ...page }, ctx) => visitorLectures.listLectures(ctx, past === 'true', page),
  'GET /lecture/getById': ({ id }, ctx) => visitorLectures.getLecture(ctx, id),
  'GET /lecture/ics': ({ id }, ctx) => visitorLectures.getLectureCalendar(ctx, id),
  'POST /lecture/remind': ({ id, wantsReminder }, ctx) => visitorLectures.setLectureReminder(ctx, id, wantsReminder),
  'GET /lecture/questions': ({ id }, ctx) => questions.listQuestions(ctx, id),
  'POST /lecture/ask': ({ id, text }, ctx) => questions.askQuestion(ctx, id, text),
  'POST /lecture/settleQuestion': (input, ctx) => questions.settleQuestion(ctx, input),
  'POST /lecture/answer': (input, ctx) => questions.answerQuestion(ctx, input),
  'POST /lecture/name': ({ id, name }, ctx) => chooseName(ctx, id, name),
  'POST /lecture/hand': ({ id, isRaised }, ctx) => moderation.setHand(ctx, id, isRaised),
  'GET /lecture/hands': ({ id }, ctx) => moderation.listHands(ctx, id),
  'GET /lecture/dangers': ({ id }, ctx) => moderation.listDangers(ctx, id),
  'POST /lecture/callHand': ({ id, account }, ctx) => moderation.callHand(ctx, id, account),
  'POST /lecture/lowerHand': ({ id, account }, ctx) => moderation.lowerHand(ctx, id, account),
  'POST /lecture/slow': ({ id, seconds }, ctx) => moderation.setSlowMode(ctx, id, seconds),
  'POST /lecture/removeMessage': (input, ctx) => moderation.removeMessage(ctx, input),
  'GET /lecture/replay': (input, ctx) => visitorLectures.listReplayMessages(ctx, input),
  'POST /lecture/beat': ({ id }, ctx) => attendance.recordBeat(ctx, id),
  'GET /admin/lectures': ({ state, ...page }, { kit }) => lecturesForStaff.listLecturesForStaff(kit.sql, state, page),
  'GET /admin/lecture': ({ id }, ctx) => lecturesForStaff.getLectureForStaff(ctx, id),
  'POST /admin/lecture': inStages({ prepare: lecturesForStaff.checkDraft, perform: lecturesForStaff.addLecture }),
  'PUT /admin/lecture': inStages({
    prepare: lecturesForStaff.checkDraft,
    perform: lecturesForStaff.changeLecture,
    finish: lecturesForStaff.announceChange,
  }),
  'POST /admin/lecture/state': inStages({
    perform: lecturesForStaff.setLectureState,
    finish: lecturesForStaff.announceChange,
  }),
  'POST /admin/lecture/recording': inStages({
    prepare: storeRecording,
    perform: saveRecording,
    finish: lecturesForStaff.announceChange,
  }),
  'POST /admin/lecture/removeRecording': inStages({
    perform: ({ id }, ctx) => replaceRecording(ctx, id, null),
    finish: lecturesForStaff.announceChange,
  }),
  'GET /admin/lecture/moderators': ({ id }, { kit }) => lecturesForStaff.listModerators(kit.sql, id),
  'POST /admin/lecture/moderator': (input, ctx) => lecturesForStaff.setModerator(ctx, input),
  'GET /admin/lecture/attendance': ({ id, ...page }, { kit }) => attendance.listAttendance(kit.sql, id, page),
  'POST /admin/lecture/credit': (input, ctx) => attendance.correctCredit(ctx, input),
}
