// Entry file of the conference: what other areas may use.
export { unlistParticipant } from './rules/unlist-participant.ts'
export { selectPublishedMeetings } from './records/store.ts'
export { creditLecture, restoreLectureCredit, voidLectureCredit } from './credits/lecture-credits.ts'
