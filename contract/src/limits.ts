// Limits shared by both ends. Sizes in bytes, times in milliseconds unless the name says otherwise.
export const limits = {
  jsonBytes: 64 * 1024,
  articleBytes: 2 * 1024 * 1024,
  pictureBytes: 15 * 1024 * 1024,
  picturePixels: 50_000_000,
  pictureSide: 16_000, // close to the limits of WebP and AVIF
  attachmentBytes: 30 * 1024 * 1024,
  wordBytes: 20 * 1024 * 1024,
  wordInflatedBytes: 150 * 1024 * 1024,
  wordEntries: 3_000,
  sheetBytes: 5 * 1024 * 1024,
  sheetInflatedBytes: 80 * 1024 * 1024,
  sheetEntries: 500,
  sheetRows: 2_000,
  sheetSpareRows: 10_000, // a sheet may have this many empty formatted rows below its content
  sheetColumns: 200,
  recordingBytes: 100 * 1024 * 1024, // about an hour of slides with a voice; larger ones are played from their address
  submissionBytes: 100 * 1024 * 1024, // about eight minutes of phone video
  resumeBytes: 10 * 1024 * 1024, // maximum size of an applicant's CV (portal.md 9)
  fileNameLength: 150,
  httpTimeoutMs: 30_000, // a call without a reply fails after this time (portal.md 9)
  smsCountdownSeconds: 60, // time until another code may be requested (portal.md 9)
  smsCodeLifeMs: 5 * 60_000,
  smsCodeTries: 5,
  emailCodeLifeMs: 30 * 60_000,
  broadcastHours: 168, // a device that was offline for this time still receives a broadcast
  callEarlyMinutes: 10, // the waiting room of a consultation opens this long before its begin
  callGraceMinutes: 15, // the call of a consultation ends this long after its end
  callRingSeconds: 45, // a call without an answer ends after this time
  callConnectSeconds: 20, // an answered call ends when the other page does not respond for this time
  callRepeats: 3, // a counsellor rings this often in vain at one person
  callRepeatMinutes: 10, // and again after this time
  callRefusedMinutes: 5, // time after a refusal in which the same counsellor cannot ring
  playgroundHours: 4, // the accounts and their messages are erased afterwards
  passwordMin: 8,
  passwordMax: 128,
  usernameMax: 30,
} as const

export const pageSizes = {
  home: 7,
  articles: 8,
  questions: 8,
  counsellors: 5,
} as const // entries on a page of each list (portal.md 9)
