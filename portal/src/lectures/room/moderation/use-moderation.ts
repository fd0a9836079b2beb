// Commands of a moderator. One who has lost the role learns it, and the page drops the tools.
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../../../session/api.ts'
import { signOutIfExpired } from '../../../session/request-failures.ts'
import type { RoomError } from '../room-connection.ts'

/** Runs a command of a moderator, who may have lost the role. */
export type RunModeratorCommand = (work: () => Promise<unknown>) => Promise<void>

export const lostRoleMessage = '您不再是这场讲座的主持人'
const forbidden = 403

/**
 * True when the caller no longer moderates. A refusal alone proves nothing, because actions against other moderators
 * are refused, too.
 */
async function hasLostRole(id: number, error: unknown): Promise<boolean> {
  if (error instanceof Failure) return error.reason === 'notModerator'
  if ((error as RoomError).code !== forbidden) return false
  return api('GET /lecture/getById', { id }).then(
    ({ isModerator }) => !isModerator,
    () => false,
  )
}

/**
 * @param initial true when the page was loaded for a moderator
 * @returns whether the reader moderates, or has lost the role since the page was loaded, and a function that runs a
 * command
 */
export function useModeration(id: number, initial: boolean) {
  const [isModerator, setModerator] = useState(initial)
  const [hasModerated, setHasModerated] = useState(initial)
  if (isModerator && !hasModerated) setHasModerated(true)
  const moderate: RunModeratorCommand = async (work) => {
    try {
      await work()
    } catch (error) {
      if (error instanceof Failure && signOutIfExpired(error)) return
      const isLost = await hasLostRole(id, error)
      if (isLost) setModerator(false)
      const { message } = error as RoomError
      showToast(isLost ? lostRoleMessage : message || '没有成功，请再试一次', 'bad')
    }
  }
  return { isModerator, hasLostRole: hasModerated && !isModerator, setModerator, moderate }
}
