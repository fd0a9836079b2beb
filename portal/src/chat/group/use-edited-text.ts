// A text of a group while someone changes it. What is typed stays when the panel closes.
import { useState } from 'react'
import { readDraft } from '../../forms/draft-storage.ts'
import { useDraft } from '../../forms/use-draft.ts'

/**
 * @param stored the text before the change
 * @returns `text` is null while no one changes it
 */
export function useEditedText(draftName: string, stored: string) {
  const [draft, write] = useDraft(draftName)
  const [isEditing, setEditing] = useState(() => readDraft(draftName) !== '')
  return {
    text: isEditing ? draft : null,
    write,
    edit(): void {
      write(stored)
      setEditing(true)
    },
    close(): void {
      write('')
      setEditing(false)
    },
  }
}
