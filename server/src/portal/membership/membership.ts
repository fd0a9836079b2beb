// Entry file of membership: what other domains may use.
export { checkCvUploadLimit, deleteSensitiveFields } from './applications/apply.ts'
export { decisionPath, findDecisionFile } from './levels/levels.ts'
export { leaveDirectory } from './members/own-membership.ts'
