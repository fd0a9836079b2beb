// Arrays of large batches in PostgreSQL's text form, because the driver's own conversion takes a tenth of the time of a
// message. The statement names the type: `${textArray(names)}::text[]`.

export const simpleArray = (values: readonly (number | boolean | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`

export function textArray(texts: readonly string[]): string {
  if (texts.length === 0) return '{}'
  const needsEscape = /["\\]/.test(texts.join(''))
  const escapedTexts = needsEscape ? texts.map((text) => text.replaceAll(/["\\]/g, '\\$&')) : texts
  return `{"${escapedTexts.join('","')}"}`
}

export const bytesArray = (list: readonly Uint8Array[]): string =>
  `{${list.map((bytes) => `"\\\\x${toHex(bytes)}"`).join(',')}}`

const toHex = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('hex')
