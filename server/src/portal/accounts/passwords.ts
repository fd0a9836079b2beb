// Passwords: Argon2id, and the few that everybody tries first.
import { hash, verify } from '@node-rs/argon2'
import { fail } from '@xinqiao/contract/errors.ts'

// OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane (Argon2id is the library's default)
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const tooCommon = new Set([
  ...['12345678', '123456789', '1234567890', '11111111', '00000000', '88888888', '66666666', '87654321', '12341234'],
  ...[
    'password',
    'password1',
    'password123',
    'qwertyui',
    'qwerty123',
    'qwertyuiop',
    '1qaz2wsx',
    'asdfghjkl',
    'abc12345',
  ],
  ...['abcd1234', 'a1234567', 'a12345678', 'aa123456', 'woaini1314', 'iloveyou', '5201314520', 'admin123', 'admin888'],
])

/** @throws Failure invalid, at the field `field`, for a password that is among the first to be guessed */
export function checkPasswordChoice(password: string, username: string, field: string): void {
  const lower = password.toLowerCase()
  if (tooCommon.has(lower) || lower === username.toLowerCase()) {
    const message = '密码过于简单，请换一个'
    throw fail('invalid', message, { fields: { [field]: message } })
  }
}

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let nobody: Promise<string> | undefined

/** Takes as long when there is no such account: the time must not tell. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const isRight = await verify(stored ?? (await nobody), password)
  return stored !== null && isRight
}
