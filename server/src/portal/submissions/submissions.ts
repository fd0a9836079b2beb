// Entry file of submissions: what other domains may use.
export { checkSubmissionUpload } from './submissions/submissions.ts'
