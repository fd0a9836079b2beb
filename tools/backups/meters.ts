// Stream steps that measure data on the way: rows of a COPY, SHA-256, and progress.
import { createHash } from 'node:crypto'

type Chunks = AsyncIterable<Buffer>
type StreamStep = (this: void, source: Chunks) => AsyncGenerator<Buffer>

const lineFeed = 10

/** Counts the rows of a COPY in text format, which escapes line feeds inside values. */
export function createRowMeter(note: () => void = () => {}): { rows: () => number; measure: StreamStep } {
  let rows = 0
  return {
    rows: () => rows,
    async *measure(source: Chunks) {
      for await (const chunk of source) {
        note()
        for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) rows += 1
        yield chunk
      }
    },
  }
}

export function createDigestMeter(): { sha256: () => string; measure: StreamStep } {
  const hash = createHash('sha256')
  return {
    sha256: () => hash.digest('hex'),
    async *measure(source: Chunks) {
      for await (const chunk of source) {
        hash.update(chunk)
        yield chunk
      }
    },
  }
}

/** Watches the progress of a copy: `silence` rejects when `note` was not called for this long. */
export function watchProgress(maxSilenceMs: number, describe: () => string) {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(describe())), maxSilenceMs)
  return { silence, note: () => void timer.refresh(), end: () => clearTimeout(timer) }
}
