// Measures a Word file before it is read, because the sizes that its archive states are not trusted.
import yauzl from 'yauzl'
import { fail } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'

const documentPath = 'word/document.xml'

/**
 * Unpacks every entry without storing it, and counts the bytes.
 * @throws Failure notAWordFile for no archive, an archive without a document, or one above the limits
 */
export async function checkWordSize(bytes: Buffer): Promise<void> {
  const createRefusal = () => fail('notAWordFile')
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true }).catch(() => {
    throw createRefusal()
  })
  let inflated = 0
  let entries = 0
  let hasDocument = false
  try {
    for await (const entry of zip.eachEntry()) {
      entries += 1
      if (entries > limits.maxWordEntries) throw createRefusal()
      if (entry.fileName === documentPath) hasDocument = true
      if (entry.uncompressedSize > limits.maxWordInflatedBytes) throw createRefusal()
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        inflated += (chunk as Buffer).length
        if (inflated > limits.maxWordInflatedBytes) throw createRefusal()
      }
    }
  } catch {
    throw createRefusal()
  } finally {
    zip.close()
  }
  if (!hasDocument) throw createRefusal()
}
