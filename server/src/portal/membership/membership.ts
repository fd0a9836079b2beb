// Membership: what other domains may use.
export { checkResumeUpload, forgetSensitive } from './applications/apply.ts'
export { decisionPath, findDecision } from './levels/levels.ts'
export { leaveDirectory } from './own/own-membership.ts'
