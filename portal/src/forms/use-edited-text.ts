// A text of the chat while its owner changes it. What is typed stays when the dialog or panel closes.
import { useState } from 'react'
import { readDraft } from './draft-storage.ts'
import { useDraft } from './use-draft.ts'

/**
 * @param stored the text before the change
 * @returns `text`: the draft, null while the editor is closed; `seenText`: the stored text when editing began
 */
export function useEditedText(draftName: string, stored: string) {
  const [draft, saveDraft] = useDraft(draftName)
  const [seenText, setSeenText] = useDraft(`${draftName} seen`)
  const [isEditing, setEditing] = useState(() => readDraft(draftName) !== '')
  return {
    text: isEditing ? draft : null,
    seenText,
    setSeenText,
    write(this: void, text: string): void {
      saveDraft(text)
      setEditing(true)
    },
    edit(): void {
      saveDraft(stored)
      setSeenText(stored)
      setEditing(true)
    },
    close(): void {
      saveDraft('')
      setSeenText('')
      setEditing(false)
    },
  }
}
export type TextEditorState = ReturnType<typeof useEditedText>
