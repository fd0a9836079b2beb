// What somebody could copy out of a PDF.
import { inflateSync } from 'node:zlib'

/** Every character that the document says how to copy. */
export function copiedCharacters(pdf: Buffer): Set<string> {
  const found = new Set<string>()
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    const end = pdf.indexOf('endstream', at)
    let text: string
    try {
      text = inflateSync(pdf.subarray(at + 7, end)).toString('latin1')
    } catch {
      continue
    }
    if (!text.includes('beginbfrange')) continue
    for (const [, codes = ''] of text.matchAll(/\[([^\]]+)\]/g))
      for (const [, code = ''] of codes.matchAll(/<([\da-f]+)>/g))
        found.add(Buffer.from(code, 'hex').swap16().toString('utf16le'))
  }
  return found
}
