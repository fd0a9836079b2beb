// Files that tests create, and functions that read the files of the product.
import { inflateSync } from 'node:zlib'
import { Document, Packer, Paragraph } from 'docx'

/** The smallest MP4 file with a duration. */
export function createMovie(seconds: number): Buffer {
  const createBox = (name: string, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(body.length + 8)
    head.write(name, 4, 'latin1')
    return Buffer.concat([head, body])
  }
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1000, 12)
  header.writeUInt32BE(seconds * 1000, 16)
  return Buffer.concat([
    createBox('ftyp', Buffer.from('isom\x00\x00\x02\x00isomiso2mp41')),
    createBox('moov', createBox('mvhd', header)),
  ])
}

/** A Word file with these paragraphs. */
export const wordFile = (paragraphs: readonly string[]): Promise<Buffer> =>
  Packer.toBuffer(new Document({ sections: [{ children: paragraphs.map((text) => new Paragraph(text)) }] }))

/** Every character that a document allows to be copied. */
export function copiedCharacters(pdf: Buffer): Set<string> {
  const characters = new Set<string>()
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
        characters.add(Buffer.from(code, 'hex').swap16().toString('utf16le'))
  }
  return characters
}
