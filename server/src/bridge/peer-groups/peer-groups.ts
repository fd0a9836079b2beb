// Entry file of peer groups: what other parts of the server may use.
export { peerGroupHandlers } from './handlers.ts'
export { notifyOfIneligibleLeaders } from './leaders/leaders.ts'
export { askForNewConsents, hasOutdatedConsent, listLedConsents } from './led/led-consents.ts'
export { stopApplicationsOfPastGroups } from './lifetime/end-days.ts'
export { eraseEndedGroups } from './lifetime/retention.ts'
export { selectFormerNick } from './records/former-store.ts'
export { reportInWords } from './reports/reports.ts'
