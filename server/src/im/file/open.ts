// Opens a file: whole, as a range, or as a picture transformed by its URL. Missing and forbidden files get the same
// reply.
import { Readable } from 'node:stream'
import { createHash } from 'node:crypto'
import { readImageOps } from '@xinqiao/contract/im/files/images.ts'
import { wantsMp3 } from '@xinqiao/contract/im/files/sounds.ts'
import type { Kit } from '../../kit/ctx.ts'
import { hashToken } from '../../kit/auth/secrets.ts'
import { transformPicture } from './pictures.ts'
import * as store from './store.ts'
import { convertToMp3 } from './sound.ts'
import { verifySignedFileQuery } from './tokens.ts'
import { readParts } from './upload.ts'

export type FileOpenRequest = {
  object: string
  query: URLSearchParams
  /** The live login whose key signed the address, if any (`verifySigningLogin`). */
  login: number | null
  /** The portal account of the caller, if signed in. */
  accountId: number | null
  range: string | undefined
  userAgent?: string | undefined
  /** If-None-Match of the browser, which saves repeated work. */
  knownEtag?: string | undefined
}
export type OpenedFile = {
  row: store.FileRow
  /** True when the address alone gives access, without signing in. */
  isSigned: boolean
  etag: string
  mime: string
  bytes: number
  /** First and last byte of a requested range. */
  range: [number, number] | null
  read: () => Readable
}

async function findForReader(
  kit: Kit,
  { object, query, login, accountId, userAgent = '' }: FileOpenRequest,
): Promise<{ row: store.FileRow; isSigned: boolean } | null> {
  if (login !== null) {
    const reader = await store.selectImIdOfLogin(kit.sql, login)
    const row = reader === null ? null : await store.selectAccessibleFile(kit.sql, object, reader)
    return row && { row, isSigned: true }
  }
  const opening = verifySignedFileQuery(kit.secrets, object, query)
  if (opening) {
    const { reader } = opening
    const row = await (reader === null
      ? store.selectFileForUnknownReader(kit.sql, object)
      : store.selectAccessibleFile(kit.sql, object, reader))
    // the address may have been passed on, and its bearer learns no name
    return row && { row: { ...row, name: '' }, isSigned: true }
  }
  const access = query.get('access')
  if (access !== null) {
    const row = await store.selectFileByAccess(kit.sql, object, hashToken(access), userAgent)
    if (row) return { row, isSigned: true }
  }
  const imId = accountId === null ? null : await store.selectImId(kit.sql, accountId)
  const row = imId === null ? null : await store.selectAccessibleFile(kit.sql, object, imId)
  return row && { row, isSigned: false }
}

async function findFileOfRequest(
  kit: Kit,
  request: FileOpenRequest,
): Promise<{ row: store.FileRow; isSigned: boolean } | null> {
  const file = await findForReader(kit, request)
  if (file?.isSigned) return file
  const row = await store.selectPublicFile(kit.sql, request.object)
  return row ? { row: file?.row ?? row, isSigned: true } : file
}

/** Parses a single range; anything else gets the whole file. */
function readRange(header: string | undefined, bytes: number): [number, number] | null {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!parts || (!parts[1] && !parts[2])) return null
  const [from, to] = parts[1]
    ? [Number(parts[1]), parts[2] ? Math.min(Number(parts[2]), bytes - 1) : bytes - 1]
    : [Math.max(0, bytes - Number(parts[2])), bytes - 1]
  return from <= to && from < bytes ? [from, to] : null
}

async function* readSlice(kit: Kit, row: store.FileRow, [from, to]: [number, number]): AsyncGenerator<Buffer> {
  let start = 0
  for (const [i, size] of row.part_bytes.entries()) {
    const end = start + size
    if (end > from && start <= to) {
      let at = start
      for await (const chunk of readParts(kit, [row.part_keys[i]!])) {
        const slice = chunk.subarray(Math.max(0, from - at), Math.max(0, to + 1 - at))
        at += chunk.length
        if (slice.length > 0) yield slice
      }
    }
    start = end
  }
}

/**
 * Opens a file for a caller.
 * @returns null when the caller may not open it, or it is missing
 */
export async function openFile(kit: Kit, request: FileOpenRequest): Promise<OpenedFile | null> {
  const file = await findFileOfRequest(kit, request)
  const ops = readImageOps(request.query)
  if (!file || !ops) return null
  const { row, isSigned } = file
  if (ops.length > 0 && row.kind !== 'image') return null
  const isMp3 = wantsMp3(request.query)
  const etag = `"${createHash('sha1')
    .update(`${row.object} ${JSON.stringify(ops)}${isMp3 ? ' mp3' : ''}`)
    .digest('base64url')}"`
  if (request.knownEtag === etag) {
    return { row, isSigned, etag, mime: row.mime, bytes: 0, range: null, read: () => Readable.from([]) }
  }
  if (isMp3 && row.ext !== 'mp3') {
    const recording = await convertToMp3(kit, row, `${request.login ?? request.accountId ?? row.owner_id}`)
    if (!recording) return null
    const mp3 = { ...row, ext: 'mp3', name: row.name && `${row.name.replace(/\.\w+$/, '')}.mp3` }
    return {
      row: mp3,
      isSigned,
      etag,
      mime: 'audio/mpeg',
      bytes: recording.length,
      range: null,
      read: () => Readable.from([recording]),
    }
  }
  if (ops.length > 0) {
    const chunks: Buffer[] = []
    for await (const chunk of readParts(kit, row.part_keys)) chunks.push(chunk)
    const picture = await transformPicture(Buffer.concat(chunks), ops)
    const { bytes, mime } = picture
    return { row, isSigned, etag, mime, bytes: bytes.length, range: null, read: () => Readable.from([bytes]) }
  }
  const range = readRange(request.range, row.bytes)
  return {
    row,
    isSigned,
    etag,
    mime: row.mime,
    bytes: row.bytes,
    range,
    read: () => Readable.from(range ? readSlice(kit, row, range) : readParts(kit, row.part_keys)),
  }
}
