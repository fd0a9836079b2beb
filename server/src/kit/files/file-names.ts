// Safe names for downloads of uploaded files.
import { limits } from '@xinqiao/contract/limits.ts'

/** The last part of a path, without characters that file systems or headers cannot handle. Never empty. */
export function cleanFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // control, format (bidi overrides) and quoting characters
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '').replace(/^[.\s]+|[.\s]+$/g, '')
  const dot = plain.lastIndexOf('.')
  const ending = dot > 0 ? plain.slice(dot).slice(0, 10) : ''
  const stem = dot > 0 ? plain.slice(0, dot) : plain
  // cutting may halve a character outside of the basic plane, which a header cannot contain
  return `${stem.slice(0, limits.maxFileNameLength - ending.length).toWellFormed() || '附件'}${ending.toWellFormed()}`
}
