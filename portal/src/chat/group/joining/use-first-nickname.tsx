// The nickname that a person chooses on the card before creating a group of accounts, joining it, or applying to it.
import { useState } from 'react'
import type { FieldErrors } from '@xinqiao/contract/errors.ts'
import { teamLimits } from '@xinqiao/contract/im/team/team-model.ts'
import { Field, fieldId } from '@xinqiao/ui/Field.tsx'
import { useDraft } from '../../../forms/use-draft.ts'

const fieldName = 'firstNickname'

/** Reads why the nickname was refused, by a request of the site or by a command of the chat. */
function readRefusal(failure: unknown): string | null {
  const { message, data } = failure as Error & { data?: { field?: string; fields?: FieldErrors } | null }
  return data?.field === 'nickInTeam' ? message : (data?.fields?.nickInTeam ?? null)
}

/** @param place group or code, so that a nickname that was typed stays with it */
export function useFirstNickname(place: string) {
  const [nickname, setNickname] = useDraft(`first nickname ${place}`)
  const [error, setError] = useState<string>()
  const field = (
    <Field
      name={fieldName}
      label="我在本组的昵称（选填）"
      hint="只在这个小组里显示，以后可以在小组信息里修改"
      error={error}
      autoComplete="off"
      maxLength={teamLimits.siteNick}
      value={nickname}
      onChange={({ target }) => {
        setNickname(target.value)
        setError(undefined)
      }}
    />
  )
  /** Shows a refusal of the nickname at the field. Returns false for other failures. */
  const showRefusal = (failure: unknown): boolean => {
    const refusal = readRefusal(failure)
    if (refusal === null) return false
    setError(refusal)
    document.getElementById(fieldId(fieldName))?.focus()
    return true
  }
  const clear = () => setNickname('')
  /** Joins with the nickname. */
  const joinWith = async (join: (nickInTeam: string) => Promise<void>): Promise<void> => {
    try {
      await join(nickname.trim())
      clear()
    } catch (failure) {
      if (!showRefusal(failure)) throw failure
    }
  }
  return { field, nickname, showRefusal, clear, joinWith }
}
