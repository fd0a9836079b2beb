// The uploaded recording of a lecture: an MP4 file in the storage of the site.
import { randomBytes } from 'node:crypto'
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { AuditedCtx, Ctx } from '../../../kit/ctx.ts'
import { readType } from '../../../kit/files/private-files.ts'
import { updateSiteRoom } from '../../../im/chat.ts'
import { historyDaysOf } from '../lifetime/retention.ts'
import { requireWatchableLecture } from '../rules/rights.ts'
import * as store from '../records/lecture-store.ts'

const createRecordingKey = (): string => `l/${randomBytes(16).toString('base64url')}`

/** Refuses the upload for an unknown lecture before the file is received. */
export async function checkRecordingUpload({ kit }: Ctx, id: number): Promise<void> {
  orNotFound(await store.selectLecture(kit.sql, id))
}

type StoredRecording = { key: string; bytes: number }

/** @throws Failure wrongFileKind */
export async function storeRecording(_input: object, { kit, file }: Ctx): Promise<StoredRecording> {
  if (!file) throw fail('invalid', '请选择文件')
  const type = await readType(file.body)
  if (type?.ext !== 'mp4') throw fail('wrongFileKind', '录像须是MP4格式')
  if (!(await kit.antivirus.isClean(file.body))) throw fail('fileInfected')
  const key = createRecordingKey()
  await kit.files.put(key, file.body, 'video/mp4')
  return { key, bytes: file.size }
}

/** Replaces the recording, or removes it with null. The former file is deleted after the commit. */
export async function replaceRecording(
  { tx, kit, afterCommit }: AuditedCtx,
  id: number,
  recording: StoredRecording | null,
): Promise<null> {
  const lecture = orNotFound(await store.lockLecture(tx, id))
  const { recording_key: formerKey } = lecture
  const change = { recording_key: recording?.key ?? null, recording_bytes: recording?.bytes ?? 0 }
  await store.updateLecture(tx, id, change)
  await updateSiteRoom(tx, lecture.room_id, { history_days: historyDaysOf({ ...lecture, ...change }) })
  if (formerKey !== null)
    afterCommit(() => {
      kit.files
        .remove(formerKey)
        .catch((error: unknown) => kit.log.error({ err: error }, 'a former recording was not deleted'))
    })
  return null
}

export const saveRecording = ({ id }: { id: number }, ctx: AuditedCtx, recording: StoredRecording): Promise<null> =>
  replaceRecording(ctx, id, recording)

/** The recording of a lecture that has ended, for callers who may watch it. */
export async function findRecording(ctx: Ctx, id: number): Promise<StoredRecording | null> {
  const { recording_key: key, recording_bytes: bytes, phase, state } = await requireWatchableLecture(ctx, id)
  return key !== null && state === 'published' && phase === 'over' ? { key, bytes } : null
}
