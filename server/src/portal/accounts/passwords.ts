// Password hashes: Argon2id.
import { hash, verify } from '@node-rs/argon2'

// OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane (Argon2id is the library's default)
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let nobody: Promise<string> | undefined

/** Takes equally long without an account, so that timing reveals nothing. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const isRight = await verify(stored ?? (await nobody), password)
  return stored !== null && isRight
}
