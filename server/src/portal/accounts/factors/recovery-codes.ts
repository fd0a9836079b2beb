// Recovery codes: shown once, stored as hashes, each works once.
import { createHash, randomInt } from 'node:crypto'

const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const codeCount = 10
const codeLength = 16 // 79 random bits are too many to search, so a plain hash suffices

const createCode = () => Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

const hashCode = (code: string) => createHash('sha256').update(`recovery code ${code}`).digest()

/** `codes` are shown to the owner; `hashes` are stored. */
export function createRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const plain = Array.from({ length: codeCount }, createCode)
  return { codes: plain.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')), hashes: plain.map(hashCode) }
}

/** @returns the hash of the input, however its characters are grouped; null when it cannot be a recovery code */
export function hashTypedCode(typed: string): Buffer | null {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '')
  return code.length === codeLength ? hashCode(code) : null
}
