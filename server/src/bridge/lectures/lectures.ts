// Entry file of lectures: what other parts of the server may use.
export { lectureHandlers } from './handlers.ts'
export { deleteOldLectureData } from './lifetime/retention.ts'
export { updateLectureRooms } from './lifetime/rooms.ts'
export { checkRecordingUpload, findRecording } from './recordings/recordings.ts'
export { lowerHandOfRemovedVisitor } from './staff/moderation.ts'
export { findRoomRefusal } from './rules/rights.ts'
