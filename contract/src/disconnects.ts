// Why the server ends a socket. The range tells the SDK what to do, so a new code needs no new client:
// 1-99 try again (at once or after the back-off), 100-199 stop until the person signs in again.
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

/** @param code as sent by the server; unknown codes below 100 are treated as passing faults */
export const shouldReconnect = (code: number): boolean => code < 100
