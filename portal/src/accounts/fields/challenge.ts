// Proof of work, which the server requires above the free allowance (contract: challengeNeeded). It runs without user
// action. The solver is loaded with the first proof.
import { Failure } from '@xinqiao/contract/errors.ts'
import type { Challenge } from 'altcha-lib'
import { api } from '../../session/api.ts'

async function solveProof(): Promise<string> {
  // browsers offer no cryptography on pages over plain http
  if (!isSecureContext) throw new Failure('challengeNeeded', '请通过 https 地址访问本站，以完成安全验证', null)
  const [{ challenge }, { solveChallenge }, { deriveKey }] = await Promise.all([
    api('GET /auth/challenge', {}),
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const solution = await solveChallenge({ challenge: challenge as unknown as Challenge, deriveKey })
  if (!solution) throw new Failure('challengeNeeded', '安全验证超时，请重试', null)
  return btoa(JSON.stringify({ challenge, solution }))
}

/**
 * Makes the request; solves a proof of work if the server asks for one, and repeats the request.
 * @param onSolving called when solving begins and ends, for the screen
 */
export async function withChallenge<T>(
  call: (altcha?: string) => Promise<T>,
  onSolving: (isSolving: boolean) => void,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Failure) || error.reason !== 'challengeNeeded') throw error
  }
  onSolving(true)
  try {
    return await call(await solveProof())
  } finally {
    onSolving(false)
  }
}
