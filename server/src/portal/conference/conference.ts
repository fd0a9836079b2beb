// Conference: what other domains may use.
export { leaveLists } from './records/registration-store.ts'
export { listPublished } from './records/store.ts'
