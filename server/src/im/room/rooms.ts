// Entry file of chatrooms: what other features of the chat may use.
export { createRoomHandlers } from './handlers.ts'
export { roomJobs } from './jobs.ts'
export { deleteRoomMessage, muteManagedRoom } from './managed/managed-moderation.ts'
export {
  ensureRoomHost,
  isRoomModerator,
  isRoomWriterMuted,
  listRoomMutes,
  selectRoomNames,
  sendRoomEvent,
  endSiteRoomVisits,
  setSiteModerator,
  updateSiteRoom,
  type RoomHost,
} from './managed/site-rooms.ts'
export { chooseRoomName, deleteRoomNames, upsertRoomName } from './managed/visitor-names.ts'
export { createBackendVisit } from './managed/backend-visit.ts'
export { createManagedRoom, requireManagedRoom, setManagedRoomOpen, type RoomRow } from './managed/managed.ts'
export { listRoomDangers } from './messages/danger-hints.ts'
export { listRoomTexts, type RoomFileFunctions } from './messages/messages.ts'
export { listHighPriorityMessages, type MissedMessage } from './messages/missed.ts'
export { createTransientElements } from './queue/transient-elements.ts'
export { announceVisit } from './rules/notices.ts'
export { requireRoom } from './rules/rights.ts'
export { endForbiddenVisits } from './visits/lost-ends.ts'
export { createVisitQueue } from './visits/visit-queue.ts'
