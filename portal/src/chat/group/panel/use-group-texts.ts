// Name and introduction of a group while someone types them. The caller stores them.
import { useState } from 'react'
import { ImFailure } from '@xinqiao/contract/im/errors.ts'

type GroupTextInputs = {
  name: string
  intro: string
  writeName: (text: string) => void
  writeIntro: (text: string) => void
}

const focusName = (): void => document.querySelector<HTMLInputElement>('[name="groupName"]')?.focus()

export function useGroupTexts({ name, intro, writeName, writeIntro }: GroupTextInputs) {
  const [error, setError] = useState<string>()
  return {
    name,
    intro,
    error,
    setName: (text: string): void => {
      writeName(text)
      setError(undefined)
    },
    setIntro: writeIntro,
    /** Shows a refusal of the name at its field. Returns false for other failures. */
    showRefusal: (failure: unknown): boolean => {
      const isOfName = failure instanceof ImFailure && (failure.data as { field?: unknown } | null)?.field === 'name'
      if (!isOfName) return false
      setError(failure.message)
      focusName()
      return true
    },
    /** Shows the error and moves the focus to the field when there is no name. */
    check: (): boolean => {
      if (name.trim() !== '') return true
      setError('请输入小组名称')
      focusName()
      return false
    },
  }
}
export type GroupTextsForm = ReturnType<typeof useGroupTexts>
