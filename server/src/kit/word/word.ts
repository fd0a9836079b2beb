// Word files: the archive is measured before anything reads it, and converted in a thread with limits.
import { Worker } from 'node:worker_threads'
import yauzl from 'yauzl'
import { fail } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'

const isDocument = 'word/document.xml'

/**
 * Unpacks every entry into nothing and counts: what the archive claims about itself is not believed.
 * @throws Failure notAWordFile for no archive, no document inside, or more than the limits
 */
async function measureArchive(bytes: Buffer): Promise<void> {
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

// each may take half a gigabyte for half a minute
const mostAtOnce = 2
let running = 0

/**
 * Its text as HTML, with pictures as data addresses.
 * @throws Failure notAWordFile, or tooManyRequests while as many as this process bears are under way
 */
export async function convertWord(bytes: Buffer): Promise<string> {
  if (running >= mostAtOnce) throw fail('tooManyRequests', '正在处理其他人导入的文件，请稍后再试')
  running += 1
  try {
    await measureArchive(bytes)
    return (await convert(bytes)).html
  } finally {
    running -= 1
  }
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ', amp: '&' }

/** What a person reads in it, a line a paragraph; pictures and tables' lines are left out. @throws as convertWord */
export async function readWordText(bytes: Buffer): Promise<string> {
  const html = await convertWord(bytes)
  return html
    .replace(/<img\b[^>]*>/g, '')
    .replace(/<\/(?:p|h\d|li|td|th|tr)>|<br\s*\/?>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_whole, name: string) => entities[name] ?? '')
    .replace(/\n{2,}/g, '\n')
    .trim()
}
