// Word files: the archive is measured before anything reads it, and converted in a thread with limits.
import { makeParser } from '../worker.ts'

const convert = makeParser<string>(new URL('word-worker.ts', import.meta.url), {
  maxHeapMb: 512,
  maxMs: 30_000,
  maxAtOnce: 2,
  refused: 'notAWordFile',
})

/**
 * Its text as HTML, with pictures as data addresses.
 * @throws Failure notAWordFile, or tooManyRequests while as many as this process bears are under way
 */
export const convertWord = (bytes: Buffer): Promise<string> => convert(bytes)

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
