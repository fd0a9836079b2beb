// Pictures of the pages of a document, by LibreOffice and poppler where installed. They stay in memory for some
// minutes and are never stored, so that they end with their file.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { DocumentKind } from '@xinqiao/contract/documents.ts'
import { fail, Failure } from '@xinqiao/contract/errors.ts'
import { minuteMs } from '@xinqiao/contract/time.ts'
import { createSemaphore } from '../../async/semaphore.ts'
import { findSandboxFault, runSandboxed, type Limits } from './sandbox.ts'

const megabyte = 1024 * 1024
export const previewLimits = { pages: 30, documentBytes: 50 * megabyte } as const
/** The longer side of a picture: a page of A4 at 150 dots per inch. */
const sidePixels = 1_754
const cacheBytes = 64 * megabyte
const cacheMs = 10 * minuteMs
const maxWaiting = 5

const defaults = {
  office: '/usr/bin/soffice',
  renderer: '/usr/bin/pdftoppm',
  limits: {
    timeoutMs: 60_000,
    memoryBytes: 1_024 * megabyte,
    folderBytes: 192 * megabyte,
    outputBytes: 32 * megabyte,
  } satisfies Limits,
}

type DocumentSource = {
  /** Identifies the bytes; a changed file has another key. */
  key: string
  kind: DocumentKind
  bytes: number
  /** Null when the file is missing. */
  read: () => Promise<Readable | null>
  /** Called before a conversion; it may refuse. */
  onConvert: () => Promise<void>
}

export type DocumentPages = {
  /** A JPEG picture of each shown page. */
  pages: readonly Buffer[]
  /** True when the document has more pages than `previewLimits.pages`. */
  isCut: boolean
}

const zipEntry = '[Content_Types].xml'
const oldOfficeBegin = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** LibreOffice opens many formats under any name; only those of the kinds of previews reach it. */
function isOfKind(kind: DocumentKind, document: Buffer): boolean {
  if (kind === 'pdf') return document.subarray(0, 1_024).includes('%PDF-')
  if (kind === 'docx' || kind === 'pptx')
    return document.toString('latin1', 0, 2) === 'PK' && document.includes(zipEntry)
  return document.subarray(0, 8).equals(oldOfficeBegin)
}

const sectorBytes = 512
/** True for an old Word document with a password. Its stream, which begins at any sector, has a flag (MS-DOC 2.5.2). */
function isLockedDoc(document: Buffer): boolean {
  for (let at = sectorBytes; at + 12 <= document.length; at += sectorBytes)
    if (document.readUInt16LE(at) === 0xa5ec && (document.readUInt16LE(at + 10) & 0x01_00) !== 0) return true
  return false
}
/** Size and token of the current user's record in a presentation with a password (MS-PPT 2.3.2). */
const lockedPptMark = Buffer.from('14000000dfc4d1f3', 'hex')
const packageMark = Buffer.from('EncryptedPackage', 'utf16le')

/** True for an encrypted document. Some of these open without a password, so that this is checked after a failure. */
function hasLockMark(kind: DocumentKind, document: Buffer): boolean {
  if (kind === 'pdf') return document.includes('/Encrypt')
  if (kind === 'doc') return isLockedDoc(document)
  return document.includes(kind === 'ppt' ? lockedPptMark : packageMark)
}
const failLocked = (cause: unknown) =>
  Object.assign(fail('previewFailed', '这份文件有密码，不能预览，请下载后用密码打开'), { cause })

const pictureBegin = Buffer.from('ffd8ff', 'hex')
const borderOfPictures = Buffer.from('ffd9ffd8ff', 'hex')
/** poppler writes one JPEG after the other. The border cannot occur inside of one. */
function splitPictures(output: Buffer): Buffer[] {
  if (!output.subarray(0, 3).equals(pictureBegin)) throw new Error('a document without pages')
  const pictures: Buffer[] = []
  let start = 0
  for (let at = output.indexOf(borderOfPictures); at >= 0; at = output.indexOf(borderOfPictures, start)) {
    pictures.push(output.subarray(start, at + 2))
    start = at + 2
  }
  return [...pictures, output.subarray(start)]
}

const isInstalled = (program: string): Promise<boolean> =>
  access(program, constants.X_OK).then(
    () => true,
    () => false,
  )

/**
 * @returns a function that reads the pages of a document, one document at a time
 * @throws Failure previewMissing without the programs or the sandbox, previewFailed for a document that cannot be read
 * in time, previewBusy while many wait
 */
export function createDocumentPages(options: Partial<typeof defaults> = {}) {
  const { office, renderer, limits } = { ...defaults, ...options }
  /** A failed document is remembered as its failure. */
  const cache = new LRUCache<string, DocumentPages | Failure>({
    maxSize: cacheBytes,
    ttl: cacheMs,
    updateAgeOnGet: true,
    sizeCalculation: (document) =>
      document instanceof Failure ? 1 : document.pages.reduce((sum, { length }) => sum + length, 1),
  })
  const running = new Map<string, Promise<DocumentPages>>()
  const inTurn = createSemaphore(1)

  async function render({ kind, bytes, read }: DocumentSource): Promise<DocumentPages> {
    const stream = await read()
    const document = stream && (await buffer(stream))
    if (!document || document.length !== bytes) throw new Error('the file is missing')
    try {
      return await convertToPictures(kind, document)
    } catch (error) {
      throw hasLockMark(kind, document) ? failLocked(error) : error
    }
  }

  async function convertToPictures(kind: DocumentKind, document: Buffer): Promise<DocumentPages> {
    if (!isOfKind(kind, document)) throw new Error(`the file is no ${kind}`)
    const toPdf = `${office} --headless --norestore --convert-to pdf --outdir /tmp /tmp/in.${kind} >/dev/null`
    // one page more shows that there are more
    const toPictures = `exec ${renderer} -jpeg -scale-to ${sidePixels} -l ${previewLimits.pages + 1} /tmp/in.pdf`
    const steps = [`cat > /tmp/in.${kind}`, ...(kind === 'pdf' ? [] : [toPdf]), toPictures]
    const pictures = splitPictures(await runSandboxed(steps.join(' && '), document, limits))
    const pages = pictures.slice(0, previewLimits.pages)
    return { pages, isCut: pictures.length > pages.length }
  }

  async function expectPrograms(kind: DocumentKind): Promise<void> {
    const programs = kind === 'pdf' ? [renderer] : [office, renderer]
    if (!(await Promise.all(programs.map(isInstalled))).every(Boolean)) throw fail('previewMissing')
    const fault = await findSandboxFault()
    if (fault !== null) throw Object.assign(fail('previewMissing'), { cause: new Error(fault) })
  }

  async function convert(source: DocumentSource): Promise<DocumentPages> {
    await expectPrograms(source.kind)
    if (source.bytes > previewLimits.documentBytes) throw fail('previewFailed', '文件太大，不能预览，请下载后查看')
    if (running.size > maxWaiting) throw fail('previewBusy')
    await source.onConvert()
    return inTurn(async () => {
      try {
        const document = await render(source)
        cache.set(source.key, document)
        return document
      } catch (error) {
        const failure = error instanceof Failure ? error : Object.assign(fail('previewFailed'), { cause: error })
        cache.set(source.key, failure)
        throw failure
      }
    })
  }

  return async (source: DocumentSource): Promise<DocumentPages> => {
    const document = cache.get(source.key)
    if (document instanceof Failure) throw document
    if (document) return document
    // the pictures of one page are asked for at once
    const current = running.get(source.key) ?? convert(source).finally(() => running.delete(source.key))
    running.set(source.key, current)
    return current
  }
}
