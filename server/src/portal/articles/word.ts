// Word import: the archive is measured before anything reads it, converted in a thread with limits,
// and its pictures become pictures of ours.
import { Worker } from 'node:worker_threads'
import yauzl from 'yauzl'
import { fail } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { cleanHtml } from '../../kit/clean-html.ts'
import type { Kit } from '../../kit/ctx.ts'
import { expandPictures, pictureUrl } from './html.ts'
import { storePicture } from './pictures.ts'
import type { PictureRow } from './store.ts'

const isDocument = 'word/document.xml'

/**
 * Unpacks every entry into nothing and counts: what the archive claims about itself is not believed.
 * @throws Failure notAWordFile for no archive, no document inside, or more than the limits
 */
export async function measureArchive(bytes: Buffer): Promise<void> {
  const refuse = () => fail('notAWordFile')
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true }).catch(() => {
    throw refuse()
  })
  let inflated = 0
  let entries = 0
  let hasDocument = false
  try {
    for await (const entry of zip.eachEntry()) {
      entries += 1
      if (entries > limits.wordEntries) throw refuse()
      if (entry.fileName === isDocument) hasDocument = true
      if (entry.uncompressedSize > limits.wordInflatedBytes) throw refuse()
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        inflated += (chunk as Buffer).length
        if (inflated > limits.wordInflatedBytes) throw refuse()
      }
    }
  } catch {
    throw refuse()
  } finally {
    zip.close()
  }
  if (!hasDocument) throw refuse()
}

type Converted = { html: string; messages: string[] }

function convert(bytes: Buffer): Promise<Converted> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('word-worker.ts', import.meta.url), {
      workerData: new Uint8Array(bytes),
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const giveUp = setTimeout(() => void worker.terminate(), 30_000)
    worker.once('message', resolve)
    worker.once('error', () => reject(fail('notAWordFile')))
    worker.once('exit', () => {
      clearTimeout(giveUp)
      reject(fail('notAWordFile')) // after a message this changes nothing
    })
  })
}

const dataPicture = /<img\b[^>]*?src="data:([^;"]+);base64,([^"]*)"[^>]*>/g
const firstHeading = /^\s*<h1>(.*?)<\/h1>/s

// each may take half a gigabyte for half a minute
const mostAtOnce = 2
let running = 0

/** @throws Failure notAWordFile, or tooManyRequests while as many as this process bears are under way */
export async function importWord(kit: Kit, bytes: Buffer, createdBy: number | null) {
  if (running >= mostAtOnce) throw fail('tooManyRequests', '正在处理其他人导入的文件，请稍后再试')
  running += 1
  try {
    return await readWord(kit, bytes, createdBy)
  } finally {
    running -= 1
  }
}

async function readWord(kit: Kit, bytes: Buffer, createdBy: number | null) {
  await measureArchive(bytes)
  const { html } = await convert(bytes)
  const warnings: string[] = []
  const pictures: PictureRow[] = []
  const found = [...html.matchAll(dataPicture)]
  if (found.length > 100) warnings.push('图片超过100张，其余未导入')
  let body = html
  for (const [tag, , base64 = ''] of found.slice(0, 100)) {
    let replacement = ''
    try {
      const picture = await storePicture(kit, Buffer.from(base64, 'base64'), createdBy)
      pictures.push(picture)
      const alt = / alt="([^"]*)"/.exec(tag)?.[1] ?? ''
      replacement = `<img src="${pictureUrl(picture.key, picture.widths.at(-1) ?? picture.width)}" alt="${alt}">`
    } catch {
      warnings.push('有一张图片的格式无法识别，未导入')
    }
    body = body.replace(tag, () => replacement)
  }
  const heading = firstHeading.exec(body)
  const title = heading
    ? cleanHtml(heading[1] ?? '')
        .replace(/<[^>]+>/g, '')
        .slice(0, 100)
    : ''
  if (heading) body = body.slice(heading[0].length)
  return { title, content: expandPictures(cleanHtml(body), pictures), warnings: [...new Set(warnings)] }
}
