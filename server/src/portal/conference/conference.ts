// Entry file of the conference: what other areas may use.
export { markRegistrationsUnlisted } from './records/registration-store.ts'
export { selectPublishedMeetings } from './records/store.ts'
export { insertLectureCredits, updateCreditRestored, updateCreditVoided } from './credits/store.ts'
