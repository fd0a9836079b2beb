// Limits shared by both ends. A name ends with its unit.
export const limits = {
  maxJsonBytes: 64 * 1024,
  maxArticleBytes: 2 * 1024 * 1024,
  maxPictureBytes: 15 * 1024 * 1024,
  maxPicturePixels: 50_000_000,
  maxPictureSide: 16_000, // pixels; larger pictures are refused, because WebP and AVIF allow little more
  maxAttachmentBytes: 30 * 1024 * 1024,
  maxWordBytes: 20 * 1024 * 1024,
  maxWordInflatedBytes: 150 * 1024 * 1024,
  maxWordEntries: 3_000,
  maxSheetBytes: 5 * 1024 * 1024,
  maxSheetInflatedBytes: 80 * 1024 * 1024,
  maxSheetEntries: 500,
  maxSheetRows: 2_000,
  maxSpareSheetRows: 10_000, // empty formatted rows that a sheet may have below its content
  maxSheetColumns: 200,
  maxRecordingBytes: 100 * 1024 * 1024, // an hour of slides with a voice; a larger recording is given by its address
  maxSubmissionBytes: 100 * 1024 * 1024, // about eight minutes of phone video; a larger file is refused
  maxResumeBytes: 10 * 1024 * 1024, // a larger CV of an applicant is refused (portal.md 9)
  maxFileNameLength: 150,
  httpTimeoutMs: 30_000, // a request without a reply fails after this time (portal.md 9)
  smsCountdownSeconds: 60, // a page lets a person request another code after this time (portal.md 9)
  smsCodeLifeMs: 5 * 60_000,
  maxSmsCodeTries: 5, // then the code is void
  emailCodeLifeMs: 30 * 60_000,
  broadcastHours: 168, // a device that was offline for less time still receives a broadcast
  waitingRoomMinutes: 10, // the waiting room of a consultation opens this long before its begin
  callGraceMinutes: 15, // the call of a consultation ends this long after its end
  teamLinkDays: 7, // a link to a group ends after this time
  callRingSeconds: 45, // a call without an answer ends after this time
  callConnectSeconds: 20, // an answered call ends when the other page does not respond for this time
  maxUnansweredCalls: 3, // unanswered calls that a counsellor may make to one client within unansweredCallMinutes
  unansweredCallMinutes: 10, // an unanswered call counts for this time
  refusedCallMinutes: 5, // after a refused call, the same counsellor cannot ring the client for this time
  playgroundHours: 4, // accounts of the playground and their messages are erased after this time
  minPasswordLength: 8,
  maxPasswordLength: 128,
  maxUsernameLength: 30,
  minReasonLength: 2, // the shortest reason for viewing personal data, such as 回访
} as const

/** Entries on a page of each list (portal.md 9). */
export const pageSizes = {
  home: 7,
  articles: 8,
  questions: 8,
  counsellors: 5,
} as const
