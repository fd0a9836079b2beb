// Entry file of membership: what other areas may use.
export { checkCvUploadLimit, deleteSensitiveFields } from './applications/apply.ts'
export { decisionPath, findDecisionFile } from './levels/levels.ts'
export { leaveDirectory } from './members/own-membership.ts'
