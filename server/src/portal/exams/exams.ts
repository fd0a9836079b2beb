// Entry file of examinations: what other areas may use.
export { clearAttemptCache } from './attempts/attempt-cache.ts'
