// Files that were not sent when their page closed, so that their sender can choose them again. Only the names are
// stored, in this browser, until they are dismissed or the account signs out.
import { useMemo, useSyncExternalStore } from 'react'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import type { ChatLine, ChatState } from '@xinqiao/im-sdk/chat/state/state.ts'
import { accountDataKeyOf, isSignedIn } from '../../session/account-data.ts'

const storageKeyOf = () => accountDataKeyOf('unsent')
const maxFiles = 20
const listeners = new Set<() => void>()

/** `to`: the conversation; `key` identifies the file. */
export type UnsentFile = { to: string; key: string; name: string; isPicture: boolean }
const isUnsentFile = (value: unknown): value is UnsentFile =>
  typeof value === 'object' && value !== null && 'to' in value && 'key' in value && 'name' in value

function parseFiles(saved: string | null): UnsentFile[] {
  try {
    const list: unknown = JSON.parse(saved ?? '[]')
    return Array.isArray(list) ? list.filter(isUnsentFile) : []
  } catch {
    return []
  }
}

function saveFiles(files: readonly UnsentFile[]): void {
  try {
    if (files.length > 0) localStorage.setItem(storageKeyOf(), JSON.stringify(files.slice(-maxFiles)))
    else localStorage.removeItem(storageKeyOf())
  } catch {
    // when storage is full or forbidden, the files are forgotten
  }
  for (const listener of listeners) listener()
}

const isUnsent = ({ isOwn, idServer, status, content }: ChatLine): boolean =>
  isOwn && idServer === null && status !== 'success' && 'file' in content

/** The files of a page that are waiting, being uploaded, or have failed. */
export const listUnsentFiles = ({ threads }: Pick<ChatState, 'threads'>): UnsentFile[] =>
  [...threads].flatMap(([to, { lines }]) =>
    lines.filter(isUnsent).map(({ key, content }) => ({
      to,
      key,
      isPicture: content.type === chatMessageTypes.image,
      name: 'file' in content ? (content.file.name ?? '') : '',
    })),
  )

/** Stores the files when the page closes. A page of a signed-out account stores none. */
export function storeUnsentFilesAtEnd(readState: () => Pick<ChatState, 'threads'>): void {
  addEventListener('pagehide', () => {
    const files = listUnsentFiles(readState())
    if (files.length > 0 && isSignedIn()) saveFiles([...parseFiles(localStorage.getItem(storageKeyOf())), ...files])
  })
  // a page that returns from the back/forward cache sends its files itself
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    const ownKeys = new Set(listUnsentFiles(readState()).map(({ key }) => key))
    saveFiles(parseFiles(localStorage.getItem(storageKeyOf())).filter(({ key }) => !ownKeys.has(key)))
  })
}

export const dismissUnsentFile = (dismissedKey: string): void =>
  saveFiles(parseFiles(localStorage.getItem(storageKeyOf())).filter(({ key }) => key !== dismissedKey))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // dismissed in another tab
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Files that earlier pages could not send to this conversation. Empty on the server and in the first render. */
export function useUnsentFiles(conversation: string | null): UnsentFile[] {
  const storedText = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(storageKeyOf()),
    () => null,
  )
  return useMemo(() => parseFiles(storedText).filter(({ to }) => to === conversation), [storedText, conversation])
}
