// Address of a conversation: scene and target, and the session id that combines them. Only this file builds and reads
// session ids.
import { z } from 'zod'
import { Accid } from '../accounts/auth.ts'

/** Kinds of conversations (messaging.md 3). */
const scenes = ['p2p', 'team', 'superTeam'] as const
export const Scene = z.enum(scenes)
export type Scene = z.output<typeof Scene>

const unserved = 'scene 目前只能是 p2p'
/** Scenes of commands that do not support teams yet. */
export const PairTarget = z.object({
  scene: z.enum(scenes, unserved).refine((scene) => scene === 'p2p', unserved),
  to: Accid,
})
export const Target = z.object({ scene: z.enum(scenes, `scene只能是${scenes.join('、')}`), to: Accid })
/** A conversation from the view of one account. `to`: the other account, or the team. */
export type Target = { scene: Scene; to: string }

/** Milliseconds since 1970; 0 for none. */
export const Timestamp = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** messaging.md 3: scene, dash, target. */
export const SessionId = z
  .string('会话id必须是字符串')
  .regex(new RegExp(`^(${scenes.join('|')})-.{1,32}$`), '会话id不正确')
export const sessionIdOf = ({ scene, to }: Target): string => `${scene}-${to}`
/** @throws RangeError for an invalid session id */
export function targetOfSession(sessionId: string): Target {
  const scene = scenes.find((name) => sessionId.startsWith(`${name}-`))
  if (!scene) throw new RangeError(`没有这样的会话：${sessionId}`)
  return { scene, to: sessionId.slice(scene.length + 1) }
}

/** The conversation with another account. */
export const createP2pTarget = (account: string): Target => ({ scene: 'p2p', to: account })
export const p2pSessionIdOf = (account: string): string => sessionIdOf(createP2pTarget(account))
/** The conversation to which the texts of a command belong; null for texts such as a nick. */
export function targetOfInput(input: object): Target | null {
  const { scene = 'p2p', to, teamId, account, id } = input as Partial<Record<string, string>>
  if (id !== undefined) return targetOfSession(id)
  const name = to ?? teamId ?? account
  return name === undefined ? null : { scene: scene as Scene, to: name }
}

/** The id of the message to which the texts of a command belong; null for other texts. */
export function messageOfInput(input: object): string | null {
  const { idClient, idServer } = input as Partial<Record<string, string>>
  return idClient ?? idServer ?? null
}

/** The conversation of a message, from the view of this account. */
export const targetOfMessage = ({ scene, from, to }: Target & { from: string }, account: string): Target =>
  scene === 'p2p' && from !== account ? createP2pTarget(from) : { scene, to }
