// Receives a file in parts. Each part has its own storage key, so that checked bytes cannot change afterwards. Lost
// replies are repeated, and interrupted uploads resume.
import { createHash, randomBytes } from 'node:crypto'
import { fail } from '@xinqiao/contract/errors.ts'
import { maxPartBytes, type UploadReply } from '@xinqiao/contract/im/files/file.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import type { Kit } from '../../kit/ctx.ts'
import { detectKind } from './kinds.ts'
import { reencodePicture } from './pictures.ts'
import { presentFile } from './present.ts'
import * as store from './store.ts'
import { readUploadToken } from './tokens.ts'

export type UploadPart = {
  object: string
  token: string
  offset: number
  isLast: boolean
  context: string
  contentType: string
  name: string
  bytes: Buffer
}
type FileKit = Pick<Kit, 'sql' | 'files' | 'secrets' | 'config'>
const megabyte = 1024 * 1024

const countReceivedBytes = (row: store.FileRow): number => row.part_bytes.reduce((sum, bytes) => sum + bytes, 0)

export async function* readParts(kit: Pick<Kit, 'files'>, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) {
    // oxlint-disable-next-line no-await-in-loop -- must be sequential
    const storedPart = await kit.files.get(key)
    if (!storedPart) throw new Error(`a part of a chat file is missing: ${key}`)
    for await (const chunk of storedPart.stream) yield chunk as Buffer
  }
}

async function readAll(kit: Pick<Kit, 'files'>, keys: readonly string[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of readParts(kit, keys)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function beginUpload(kit: FileKit, part: UploadPart, grant: { imId: number; survivalSeconds: number | null }) {
  const kind = await detectKind(part.bytes, part.contentType, part.name)
  const row = await store.insertFile(kit.sql, {
    ...kind,
    object: part.object,
    owner_id: grant.imId,
    name: part.name.slice(0, limits.maxFileNameLength),
    context: randomBytes(12).toString('base64url'),
    survival_seconds: grant.survivalSeconds,
  })
  return row ?? (await store.selectFile(kit.sql, part.object))!
}

/** Checks the complete file. Pictures are re-encoded. */
async function finishUpload(kit: FileKit, row: store.FileRow): Promise<store.FileRow> {
  const source = countReceivedBytes(row)
  const hash = createHash('md5')
  if (row.kind !== 'image') {
    for await (const chunk of readParts(kit, row.part_keys)) hash.update(chunk)
    const md5 = hash.digest('hex')
    const { part_keys, part_bytes } = row
    const whole = { bytes: source, md5, source_bytes: source, source_md5: md5, width: null, height: null }
    return (await store.markFileComplete(kit.sql, row.id, { ...whole, part_keys, part_bytes })) ?? row
  }
  if (source > limits.maxPictureBytes * 2) throw fail('fileTooLarge')
  const bytes = await readAll(kit, row.part_keys)
  const clean = await reencodePicture(bytes)
  const key = `im/${row.object}/clean`
  await kit.files.put(key, clean.bytes, row.mime)
  // delete the original parts with their metadata first: after a crash here the upload restarts, while parts without a
  // row could never be found
  for (const part of row.part_keys) await kit.files.remove(part) // oxlint-disable-line no-await-in-loop -- few parts
  const finishedFile = await store.markFileComplete(kit.sql, row.id, {
    bytes: clean.bytes.length,
    md5: createHash('md5').update(clean.bytes).digest('hex'),
    source_bytes: source,
    source_md5: hash.update(bytes).digest('hex'),
    width: clean.width,
    height: clean.height,
    part_keys: [key],
    part_bytes: [clean.bytes.length],
  })
  return finishedFile ?? row
}

const presentUpload = (kit: FileKit, row: store.FileRow): UploadReply => ({
  offset: countReceivedBytes(row),
  context: row.context,
  ...(row.is_complete && { file: presentFile(kit.config.publicUrl, row) }),
})

/**
 * @throws Failure wrongUploadToken, uploadOutOfPlace with the offset to continue from, fileTooLarge, uploadQuota,
 * wrongChatFile, notAPicture
 */
export async function receivePart(kit: FileKit, part: UploadPart): Promise<UploadReply> {
  const grant = readUploadToken(kit.secrets, part.token, part.object)
  if (!grant) throw fail('wrongUploadToken')
  let row = await store.selectFile(kit.sql, part.object)
  if (row?.is_complete) return presentUpload(kit, row)
  if (part.bytes.length > maxPartBytes) throw fail('fileTooLarge')
  // all parts arrived, but the final reply was lost
  if (part.bytes.length === 0 && row && part.isLast && part.context === row.context) {
    if (part.offset === countReceivedBytes(row)) return presentUpload(kit, await finishUpload(kit, row))
  }
  if (part.bytes.length === 0) throw fail('fileMissing')
  if (part.offset + part.bytes.length > kit.config.IM_FILE_MAX_MB * megabyte) throw fail('fileTooLarge')
  // check each part, because many uploads may begin while each is small
  if ((await store.sumBytesOfDay(kit.sql, grant.imId)) >= kit.config.IM_FILE_DAILY_MB * megabyte)
    throw fail('uploadQuota')
  if (!row) {
    if (part.offset !== 0) throw fail('uploadOutOfPlace', undefined, { offset: 0, context: '' })
    row = await beginUpload(kit, part, grant)
  } else if (part.offset !== countReceivedBytes(row) || (part.offset > 0 && part.context !== row.context)) {
    throw fail('uploadOutOfPlace', undefined, { offset: countReceivedBytes(row), context: row.context })
  }
  const key = `im/${part.object}/${randomBytes(9).toString('hex')}`
  await kit.files.put(key, part.bytes, 'application/octet-stream')
  const isNext = await store.updateFileParts(kit.sql, row, { key, bytes: part.bytes.length })
  if (!isNext) await kit.files.remove(key)
  const now = (await store.selectFile(kit.sql, part.object))!
  if (!isNext && !now.is_complete) {
    throw fail('uploadOutOfPlace', undefined, { offset: countReceivedBytes(now), context: now.context })
  }
  return presentUpload(kit, part.isLast && !now.is_complete ? await finishUpload(kit, now) : now)
}

/** Offset from which an interrupted upload resumes. */
export async function findUploadOffset(kit: FileKit, object: string, token: string): Promise<UploadReply> {
  if (!readUploadToken(kit.secrets, token, object)) throw fail('wrongUploadToken')
  const row = await store.selectFile(kit.sql, object)
  return row ? presentUpload(kit, row) : { offset: 0, context: '' }
}

/** Deletes the bytes before the row: a row without bytes can be found again, bytes without a row cannot. */
export async function destroyFile(kit: FileKit, row: Pick<store.FileRow, 'id' | 'part_keys'>): Promise<void> {
  for (const key of row.part_keys) await kit.files.remove(key) // oxlint-disable-line no-await-in-loop -- few parts
  await store.deleteFile(kit.sql, row.id)
}

/**
 * Job. Deletes expired files and unfinished uploads.
 * @returns their number
 */
export async function removeExpired(kit: FileKit): Promise<number> {
  await store.deleteOldFileAccess(kit.sql)
  const rows = await store.selectExpiredFiles(kit.sql, 200)
  for (const row of rows) await destroyFile(kit, row) // oxlint-disable-line no-await-in-loop -- a job may be slow
  return rows.length
}
