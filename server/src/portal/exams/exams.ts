// Everything that other folders may use of the examinations.
export { clearAttemptCache } from './attempts/attempt-cache.ts'
