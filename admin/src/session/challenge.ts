// Proof of work, which the server requires after too many attempts. Its code is loaded only then.
import { plainApi } from '../kit/api/api.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { Challenge } from 'altcha-lib/types'

/** @returns the value of the `altcha` field */
export async function solveProof(): Promise<string> {
  const [{ challenge }, { solveChallenge }, { deriveKey }] = await Promise.all([
    plainApi('GET /auth/challenge', {}),
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const solution = await solveChallenge({ challenge: challenge as unknown as Challenge, deriveKey })
  if (!solution) throw new Failure('challengeNeeded', '安全验证超时，请重试', null)
  return btoa(JSON.stringify({ challenge, solution }))
}
