// Proof of work (ALTCHA) for callers above their free allowance. Each solution is accepted once.
import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Payload } from 'altcha-lib/types'
import { fail } from '@xinqiao/contract/errors.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { insertSpentChallenge } from '../records/store.ts'

const challengeLifeMs = 10 * 60_000
// takes about 0.5 s on a desktop and 2-3 s on a cheap phone; ten thousand sends cost hours
const proofCost = 1_000
const counterRange = { min: 200, max: 600 }

const challengeKeysOf = (kit: Kit) => ({
  hmacSignatureSecret: kit.secrets.derive('challenge'),
  hmacKeySignatureSecret: kit.secrets.derive('challenge key'),
})

export async function issueChallenge(kit: Kit): Promise<Record<string, unknown>> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: proofCost,
    counter: randomInt(counterRange.min, counterRange.max),
    deriveKey,
    expiresAt: new Date(Date.now() + challengeLifeMs),
    ...challengeKeysOf(kit),
  })
  return { ...challenge }
}

function readPayload(encoded: string): Payload | null {
  try {
    const value = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')) as Partial<Payload> | null
    return value?.challenge && value.solution ? (value as Payload) : null
  } catch {
    return null
  }
}

/** @returns the signature, to be used once, for a right solution of our challenge; null for anything else */
export async function verifyChallenge(kit: Kit, encoded: string | undefined): Promise<string | null> {
  const payload = encoded ? readPayload(encoded) : null
  const signature = payload?.challenge.signature
  if (!payload || typeof signature !== 'string') return null
  // malformed input must not cause a status of 500
  const { verified } = await verifySolution({ ...payload, deriveKey, ...challengeKeysOf(kit) }).catch(() => ({
    verified: false,
  }))
  return verified ? signature : null
}

/** @throws Failure challengeNeeded unless `encoded` is a right solution that was not used before */
export async function requireChallenge(kit: Kit, encoded: string | undefined): Promise<void> {
  const proof = await verifyChallenge(kit, encoded)
  if (!proof || !(await insertSpentChallenge(kit.sql, proof))) throw fail('challengeNeeded')
}
