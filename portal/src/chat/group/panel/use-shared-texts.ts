// Stores texts that several members of a group may change. A change of others is shown before it is replaced.
import { useState } from 'react'
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { TeamTextsBeforeChange, Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { useChatAction } from '../../use-chat-action.ts'
import { teamRefOf } from '../members/members.ts'
import type { TextEditorState } from '../../../forms/use-edited-text.ts'

type TextName = keyof TeamTextsBeforeChange
type SharedTextEditors = Partial<Record<TextName, TextEditorState>>

export function useSharedTexts(chat: ChatSession, team: Team, editors: SharedTextEditors) {
  const { isBusy, run } = useChatAction()
  /** Texts that others have stored while these were typed. */
  const [others, setOthers] = useState<TeamTextsBeforeChange>({})
  const entries = Object.entries(editors) as [TextName, TextEditorState][]
  const close = () => {
    setOthers({})
    for (const [, editor] of entries) editor.close()
  }
  const readOthers = (error: unknown, fields: TeamTextsBeforeChange): void => {
    if (!(error instanceof ImFailure) || error.code !== imErrors.changedMeanwhile.code) throw error
    const present = error.data as TeamTextsBeforeChange
    const presentNames = Object.keys(present) as TextName[]
    const names = presentNames.filter((name) => present[name] !== fields[name])
    // when the server has all these texts, an earlier attempt stored them and only its reply was lost
    if (names.length === 0 && presentNames.length === Object.keys(fields).length) return
    for (const name of presentNames) editors[name]?.setSeenText(present[name] ?? '')
    setOthers(Object.fromEntries(names.map((name) => [name, present[name]])))
    throw error
  }
  const save = async (doneMessage: string): Promise<void> => {
    const changedEntries = entries.filter(([, { text, seenText }]) => text !== null && text.trim() !== seenText)
    const fields: TeamTextsBeforeChange = Object.fromEntries(
      changedEntries.map(([name, { text }]) => [name, text!.trim()]),
    )
    const expected: TeamTextsBeforeChange = Object.fromEntries(
      changedEntries.map(([name, { seenText }]) => [name, seenText]),
    )
    const update = () =>
      chat.client
        .request('team.updateTeam', { ...teamRefOf(team), ...fields, expected })
        .catch((error: unknown) => readOthers(error, fields))
    if (changedEntries.length === 0 || (await run(update, doneMessage))) close()
  }
  return { isBusy, others, save, close }
}
