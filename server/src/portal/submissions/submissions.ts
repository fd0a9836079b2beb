// Entry file of submissions: what other areas may use.
export { checkSubmissionUpload } from './submissions/submissions.ts'
