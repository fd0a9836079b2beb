// Opens an uploaded archive without trusting the sizes that it states.
import yauzl from 'yauzl'

const maxEntries = 3_000
const maxInflated = 60 * 1024 * 1024

/**
 * @param isWanted selects the entries to return; others are only measured
 * @throws RangeError for an archive that is too large, and any error of the reader for a damaged one
 */
export async function readArchive(bytes: Buffer, isWanted: (name: string) => boolean): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true })
  const files = new Map<string, Buffer>()
  let entries = 0
  let inflated = 0
  try {
    for await (const entry of zip.eachEntry()) {
      entries += 1
      if (entries > maxEntries) throw new RangeError('too many entries')
      if (entry.fileName.endsWith('/') || !isWanted(entry.fileName)) continue
      const chunks: Buffer[] = []
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        inflated += (chunk as Buffer).length
        if (inflated > maxInflated) throw new RangeError('too large unpacked')
        chunks.push(chunk as Buffer)
      }
      files.set(entry.fileName, Buffer.concat(chunks))
    }
  } finally {
    zip.close()
  }
  return files
}
