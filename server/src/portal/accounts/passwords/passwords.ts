// Password hashes by Argon2id.
import { hash, verify } from '@node-rs/argon2'

// OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane (Argon2id is the library's default)
const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, hashCost)

let placeholderHash: Promise<string> | undefined

/**
 * Checks a password. A check for a missing account takes as long, so that timing does not reveal which accounts exist.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  placeholderHash ??= hashPassword('nobody has this password')
  const isRight = await verify(stored ?? (await placeholderHash), password)
  return stored !== null && isRight
}
