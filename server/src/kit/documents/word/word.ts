// Word files: the archive is measured before it is read, and converted in a worker thread with limits.
import { createParser } from '../../async/worker.ts'

const convert = createParser<string>(new URL('word-worker.ts', import.meta.url), {
  maxHeapMb: 512,
  maxMs: 30_000,
  maxConcurrency: 2,
  refusalReason: 'notAWordFile',
})

/**
 * Converts the text to HTML, with pictures as data addresses.
 * @throws Failure notAWordFile, or tooManyRequests when the maximum number of conversions is running
 */
export const convertWord = (bytes: Buffer): Promise<string> => convert(bytes)

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ', amp: '&' }

/**
 * The plain text, one line per paragraph, without pictures and table borders.
 * @throws like convertWord
 */
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
