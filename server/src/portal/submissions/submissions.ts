// Submissions: what other domains may use.
export { checkFileUpload } from './submissions/submissions.ts'
