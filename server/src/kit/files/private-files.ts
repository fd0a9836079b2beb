// Private files. The owner, and the roles named when it was stored, open a file through a signed link
// (signed-links.ts). A file is identified by its content, and scanned for viruses before it is stored.
import { randomBytes } from 'node:crypto'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import { fail } from '@xinqiao/contract/errors.ts'
import { isAllowed, roleNameOf, roles, type Role, type RoleId } from '@xinqiao/contract/roles.ts'
import type { Rows } from '../../../db/rows.ts'
import type { Secrets } from '../auth/secrets.ts'
import type { Db, Sql } from '../db/db.ts'
import type { Antivirus } from './antivirus.ts'
import type { FileStorage } from './files.ts'
import type { FileBody, UploadedFile } from './uploads.ts'
import { cleanFileName } from './file-names.ts'
import { signLink } from '../auth/signed-links.ts'
import { firstRow } from '../db/results.ts'

export type PrivateFile = Rows['private_file']
/** The services that storing private files needs. */
type FileServices = { sql: Sql; files: FileStorage; antivirus: Antivirus }
type FileReader = { id: number; roleId: RoleId }

const mimeByKind = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jpg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
} as const
export type PrivateKind = keyof typeof mimeByKind

export const readType = (body: FileBody) =>
  body instanceof Uint8Array ? fileTypeFromBuffer(body) : fileTypeFromFile(body.path)

/** Identifies a file by its content. Old Office files share a container and differ only by name. */
async function identifyKind({ body, name }: UploadedFile): Promise<string | null> {
  const type = await readType(body)
  if (type?.ext !== 'cfb') return type?.ext ?? null
  return /\.doc$/i.test(name) ? 'doc' : null
}

const pathOfKey = (key: string) => `v/${key}`

type PrivateFileRules = {
  ownerId: number
  purpose: string
  /** Roles that may open the file, besides the owner. */
  readers: readonly Role[]
  kinds: readonly PrivateKind[]
  /** The error for files of any other kind. */
  wrongKind: string
}

/** @throws Failure wrongFileKind, fileInfected */
export async function storePrivateFile(
  kit: FileServices,
  file: UploadedFile,
  rules: PrivateFileRules,
): Promise<PrivateFile> {
  const { ownerId, purpose, readers, kinds, wrongKind } = rules
  const kind = kinds.find((extension) => extension === `${file.name.split('.').at(-1)}`.toLowerCase())
  if (!kind || (await identifyKind(file)) !== kind) throw fail('wrongFileKind', wrongKind)
  if (!(await kit.antivirus.isClean(file.body))) throw fail('fileInfected')
  const key = randomBytes(20).toString('base64url')
  await kit.files.put(pathOfKey(key), file.body, mimeByKind[kind])
  const row = {
    key,
    owner_id: ownerId,
    purpose,
    readers: readers.map((role) => roles[role]),
    name: cleanFileName(file.name),
    mime: mimeByKind[kind],
    bytes: file.size,
  }
  const [stored] = await kit.sql<PrivateFile[]>`insert into private_file ${kit.sql(row)} returning *`
  return stored!
}

export const findPrivateFile = (db: Db, key: string) =>
  firstRow(db<PrivateFile[]>`select * from private_file where key = ${key}`)

export const mayOpenPrivateFile = (file: PrivateFile, viewer: FileReader): boolean =>
  file.owner_id === viewer.id || isAllowed(readerRolesOf(file), roleNameOf(viewer.roleId))

const readerRolesOf = ({ readers }: PrivateFile) => readers.map((id) => roleNameOf(id))

/**
 * A link that only this viewer can open.
 * @throws Failure notFound
 */
export function linkToPrivateFile(kit: { secrets: Secrets }, file: PrivateFile, viewer: FileReader): string {
  if (!mayOpenPrivateFile(file, viewer)) throw fail('notFound')
  return signLink(kit.secrets, file, viewer.id)
}

/** Reads the file. The caller must have checked that it may be opened. */
export const readPrivateFile = (kit: Pick<FileServices, 'files'>, file: PrivateFile) =>
  kit.files.get(pathOfKey(file.key))

export async function removePrivateFile(kit: Pick<FileServices, 'sql' | 'files'>, key: string): Promise<void> {
  await kit.files.remove(pathOfKey(key))
  await kit.sql`delete from private_file where key = ${key}`
}
