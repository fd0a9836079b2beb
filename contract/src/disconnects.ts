// Reasons for which the server closes a socket. The range of the code tells the SDK what to do, so that new codes need
// no new client. 1-99: reconnect, at once or with back-off; 100-199: stop until the user signs in again.
export const disconnects = {
  shuttingDown: 1,
  tooSlow: 2,
  heartbeatLost: 3,
  replacedByOwnDevice: 4,
  noLogin: 5,
  kickedByOtherDevice: 101,
  kickedByServer: 102,
  sessionEnded: 103,
  notAllowed: 104,
} as const

/** @param code the code that the server sent; unknown codes below 100 count as temporary faults */
export const shouldReconnect = (code: number): boolean => code < 100
