// The nickname that a person chooses on the card before joining a group of accounts, or applying to it.
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
  /** Joins with the nickname. Shows a refusal of it at the field. */
  const joinWith = async (join: (nickInTeam: string) => Promise<void>): Promise<void> => {
    try {
      await join(nickname.trim())
      setNickname('')
    } catch (failure) {
      const refusal = readRefusal(failure)
      if (refusal === null) throw failure
      setError(refusal)
      document.getElementById(fieldId(fieldName))?.focus()
    }
  }
  return { field, joinWith }
}
