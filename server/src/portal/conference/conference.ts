// Entry file of the conference: what other domains may use.
export { markRegistrationsUnlisted } from './records/registration-store.ts'
export { selectPublishedMeetings } from './records/store.ts'
