// Entry file of crisis alerts on the site: what other parts of the server may use.
export { notifyDuty, remindFollowUps } from './duty.ts'
export { crisisHandlers } from './handlers.ts'
export { notifyLeaders } from './leaders.ts'
export { detectCrisisInTexts } from './read-texts.ts'
