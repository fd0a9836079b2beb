// Name and introduction of a group while someone types them. The caller stores them.
import { useState } from 'react'

type GroupTextInputs = {
  name: string
  intro: string
  writeName: (text: string) => void
  writeIntro: (text: string) => void
}

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
    /** Shows the error and moves the focus to the field when there is no name. */
    check: (): boolean => {
      if (name.trim() !== '') return true
      setError('请输入小组名称')
      document.querySelector<HTMLInputElement>('[name="groupName"]')?.focus()
      return false
    },
  }
}
export type GroupTextsForm = ReturnType<typeof useGroupTexts>
