// The chat session of a page. The SDK is loaded when the first conversation opens.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { emptyChatState } from '@xinqiao/im-sdk/chat/state/empty-state.ts'
import type { ChatState } from '@xinqiao/im-sdk/chat/state/state.ts'
import { api } from '../../session/api.ts'
import { readChatCards, saveChatCard } from '../../crisis/saved-levels.ts'
import { announceMessagesChanged } from './notice-event.ts'
import { showMessageAlert } from './alerts.ts'
import { removeReadBroadcasts, storeBroadcast } from './broadcasts.ts'
import { announceCallSignal, announceSynced } from './signals.ts'
import { storeUnsentFilesAtEnd } from './unsent-files.ts'
import { unsentTextStorage } from './unsent-texts.ts'

let sharedSession: Promise<ChatSession> | null = null

async function fetchLogin(): Promise<{ accid: string; token: string }> {
  const { readBroadcastId, ...login } = await api('GET /neteaseUser/getUser', {})
  removeReadBroadcasts(readBroadcastId)
  return login
}

async function createSession(): Promise<ChatSession> {
  const [{ createChatSession }, { accid, token }] = await Promise.all([
    import('@xinqiao/im-sdk/chat/chat-session.ts'),
    fetchLogin(),
  ])
  const chat = createChatSession({
    url: location.origin,
    account: accid,
    token,
    refresh: async () => (await fetchLogin()).token,
    onIncoming: (_msg, to) => showMessageAlert(to),
    onPortal: announceMessagesChanged,
    onBroadcast: storeBroadcast,
    onSignal: announceCallSignal,
    onSynced: () => announceSynced(chat),
    crisisCards: { read: readChatCards, save: saveChatCard },
    unsentTexts: unsentTextStorage,
  })
  storeUnsentFilesAtEnd(chat.state)
  chat.connect()
  return chat
}

/** Opens the session for parts of the page that need its events but show no conversation. */
export const openChatSession = (): Promise<ChatSession> => (sharedSession ??= createSession())

/** `fault`: the reason why the session could not be opened. */
export function useChatSession(): { chat: ChatSession | null; state: ChatState; fault: string | null } {
  const [chat, setChat] = useState<ChatSession | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    openChatSession().then(setChat, (error: Error) => {
      sharedSession = null
      setFault(error.message)
    })
  }, [])
  const state = useSyncExternalStore(
    (listener) => chat?.subscribe(listener) ?? (() => {}),
    () => chat?.state() ?? emptyChatState,
    () => emptyChatState,
  )
  return { chat, state, fault }
}
