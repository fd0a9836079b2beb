// Calls that this tab has ended. An end that did not reach the server is repeated after the next login.
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { SignalChannel } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { lostLinks } from './lost-links.ts'

const key = 'ended-calls'
const maxCalls = 20
const goneCodes: ReadonlySet<number | string> = new Set([imErrors.roomMissing.code, imErrors.notInRoom.code])

function readEndedChannels(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[]
  } catch {
    return []
  }
}

function writeEndedChannels(names: readonly string[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(names.slice(-maxCalls)))
  } catch {
    // without storage, the server ends the call some minutes later
  }
}

/** @param name id or name of a channel; the id is unknown when the reply to a ring is lost */
export const storeEndedCall = (name: string): void => writeEndedChannels([...readEndedChannels(), name])
const removeEndedCall = (name: string): void => writeEndedChannels(readEndedChannels().filter((item) => item !== name))

export function wasEndedByThisTab({
  channelId,
  channelName,
}: Pick<SignalChannel, 'channelId' | 'channelName'>): boolean {
  const names = readEndedChannels()
  return names.includes(channelId) || names.includes(channelName)
}

/** Closes a call for both sides. A failed request is repeated after the next login. */
export async function closeCall({ client }: ChatSession, channelId: string, attachExt = ''): Promise<void> {
  storeEndedCall(channelId)
  try {
    await client.request('signalling.close', { channelId, attachExt })
    removeEndedCall(channelId)
  } catch (error) {
    if (error instanceof ImFailure && goneCodes.has(error.code)) removeEndedCall(channelId)
  }
}

/** @param channels the open channels of this account */
export async function closeEndedCalls(chat: ChatSession, channels: readonly SignalChannel[]): Promise<void> {
  await Promise.all(
    channels.filter(wasEndedByThisTab).map(async ({ channelId, channelName }) => {
      removeEndedCall(channelName)
      await lostLinks.repeat(channelId)
      await closeCall(chat, channelId)
    }),
  )
}
