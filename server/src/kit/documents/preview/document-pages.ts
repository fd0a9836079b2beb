// Pictures of the pages of a document, by LibreOffice and poppler where installed. They stay in memory for some
// minutes and are never stored, so that they end with their file.
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import type { DocumentKind } from '@xinqiao/contract/documents.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { createSemaphore } from '../../async/semaphore.ts'
import { minuteMs } from '../../time.ts'
import { isInstalled, runSandboxed, type Limits } from './sandbox.ts'

const megabyte = 1024 * 1024
export const previewLimits = { pages: 30, documentBytes: 50 * megabyte } as const
const widthPixels = 1_240
const cacheBytes = 64 * megabyte
const cacheMs = 10 * minuteMs

const defaults = {
  office: '/usr/bin/soffice',
  renderer: '/usr/bin/pdftoppm',
  limits: { timeoutMs: 30_000, memoryBytes: 1_536 * megabyte, fileBytes: 200 * megabyte } satisfies Limits,
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

/**
 * @returns a function that reads the pages of a document, one document at a time
 * @throws Failure previewMissing without the programs, previewFailed for a document that cannot be read in time
 */
export function createDocumentPages(options: Partial<typeof defaults> = {}) {
  const { office, renderer, limits } = { ...defaults, ...options }
  const cache = new LRUCache<string, DocumentPages>({
    ...{ maxSize: cacheBytes, ttl: cacheMs },
    sizeCalculation: ({ pages }) => pages.reduce((sum, { length }) => sum + length, 1),
  })
  const running = new Map<string, Promise<DocumentPages>>()
  const inTurn = createSemaphore(1)

  async function render(folder: string, { kind, read }: DocumentSource): Promise<DocumentPages> {
    const stream = await read()
    if (!stream) throw new Error('the file is missing')
    await pipeline(stream, createWriteStream(path.join(folder, `in.${kind}`), { mode: 0o600 }))
    const toPdf = ['--headless', '--norestore', '--convert-to', 'pdf', '--outdir', '/work', `/work/in.${kind}`]
    if (kind !== 'pdf') await runSandboxed(folder, [office, ...toPdf], limits)
    // one page more shows that there are more
    const size = ['-scale-to-x', `${widthPixels}`, '-scale-to-y', '-1', '-l', `${previewLimits.pages + 1}`]
    await runSandboxed(folder, [renderer, '-jpeg', ...size, '/work/in.pdf', '/work/page'], limits)
    // the names end with the number, with as many digits for each page
    const names = (await readdir(folder)).filter((name) => name.startsWith('page')).toSorted()
    if (names.length === 0) throw new Error('a document without pages')
    const shownNames = names.slice(0, previewLimits.pages)
    const pages = await Promise.all(shownNames.map((name) => readFile(path.join(folder, name))))
    return { pages, isCut: names.length > pages.length }
  }

  async function convert(source: DocumentSource): Promise<DocumentPages> {
    if (!(await isInstalled(office)) || !(await isInstalled(renderer))) throw fail('previewMissing')
    if (source.bytes > previewLimits.documentBytes) throw fail('previewFailed', '文件太大，不能预览，请下载后查看')
    await source.onConvert()
    return inTurn(async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'document-'))
      try {
        const document = await render(folder, source)
        cache.set(source.key, document)
        return document
      } catch (error) {
        throw Object.assign(fail('previewFailed'), { cause: error })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  }

  return (source: DocumentSource): Promise<DocumentPages> => {
    const document = cache.get(source.key)
    if (document) return Promise.resolve(document)
    // the pictures of one page are asked for at once
    const current = running.get(source.key) ?? convert(source).finally(() => running.delete(source.key))
    running.set(source.key, current)
    return current
  }
}
