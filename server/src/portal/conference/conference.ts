// Entry file of the conference: what other domains may use.
export { removeFromParticipantLists } from './records/registration-store.ts'
export { listPublishedMeetings } from './records/store.ts'
