// Presents lectures to visitors and staff.
import type { Lecture, LectureCard, OwnAttendance } from '@xinqiao/contract/http/lectures/lectures.ts'
import type { StaffLecture, StaffLectureRow } from '@xinqiao/contract/http/lectures/staff.ts'
import { creditsOfTenths } from '@xinqiao/contract/meetings.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { formatTime } from '../../../kit/time.ts'
import type { AttendanceRow } from '../records/attendance-store.ts'
import type { LectureRow } from '../records/lecture-store.ts'

export const lectureLink = (id: number): string => withQuery(routes.lecture, { id })

/** Address of the recording of a lecture, served by http/files/recordings.ts. */
export const recordingUrlOf = (id: number): string => `/files/lecture/${id}`

const hasReplay = ({ recording_key, replay_url }: LectureRow): boolean => recording_key !== null || replay_url !== ''

export const presentCard = (row: LectureRow): LectureCard => ({
  id: row.id,
  title: row.title,
  speaker: row.speaker,
  summary: row.summary,
  startTime: formatTime(row.starts_at),
  endTime: formatTime(row.ends_at),
  phase: row.phase,
  audience: row.audience,
  credits: creditsOfTenths(row.credit_tenths),
  hasReplay: hasReplay(row),
  hasStream: row.stream_url !== '',
})

export const presentOwn = (row: AttendanceRow | null): OwnAttendance => ({
  minutes: Math.floor((row?.seconds ?? 0) / 60),
  isCredited: row?.is_credited ?? false,
  hasHandRaised: row?.is_hand_raised ?? false,
  isCalled: row?.is_called ?? false,
  wantsReminder: row?.wants_reminder ?? false,
})

/** A lecture that runs over its time goes on until its room closes. */
const isStreaming = ({ phase, is_room_open }: LectureRow): boolean =>
  phase === 'live' || (phase === 'over' && is_room_open)

type LectureView = {
  missing: Lecture['missing']
  isModerator: boolean
  own: OwnAttendance | null
}

export function presentLecture(row: LectureRow, { missing, isModerator, own }: LectureView): Lecture {
  const canWatch = missing === null && row.state === 'published'
  const replayUrl = row.recording_key === null ? row.replay_url : recordingUrlOf(row.id)
  return {
    ...presentCard(row),
    introduction: row.introduction,
    neededMinutes: row.needed_minutes,
    cancelReason: row.cancel_reason,
    missing,
    streamUrl: canWatch && isStreaming(row) ? row.stream_url : '',
    replayUrl: canWatch && row.phase === 'over' ? replayUrl : '',
    chatroomId: canWatch && row.is_room_open ? `${row.room_id}` : null,
    announcement: canWatch ? row.announcement : '',
    slowSeconds: row.slow_seconds,
    isModerator,
    own,
    now: formatTime(row.now),
  }
}

export const presentStaffRow = (row: LectureRow, attended: number): StaffLectureRow => ({
  id: row.id,
  title: row.title,
  speaker: row.speaker,
  state: row.state,
  startTime: formatTime(row.starts_at),
  endTime: formatTime(row.ends_at),
  audience: row.audience,
  attended,
})

export const presentForStaff = (row: LectureRow, streamOrigins: readonly string[]): StaffLecture => ({
  ...presentStaffRow(row, 0),
  summary: row.summary,
  introduction: row.introduction,
  streamUrl: row.stream_url,
  replayUrl: row.replay_url,
  replayFrom: formatTime(row.replay_from),
  recordingBytes: row.recording_bytes,
  credits: creditsOfTenths(row.credit_tenths),
  neededMinutes: row.needed_minutes,
  announcement: row.announcement,
  slowSeconds: row.slow_seconds,
  cancelReason: row.cancel_reason,
  streamOrigins: [...streamOrigins],
})
