// Channels and events of calls for pages, which read the account of a member as `accid`.
import type { SignalChannel, SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'

export type NimChannel<Channel extends SignalChannel = SignalChannel> = Omit<Channel, 'members'> & {
  members: (Channel['members'][number] & { accid: string })[]
}
export const presentChannel = <Channel extends SignalChannel>(channel: Channel): NimChannel<Channel> => ({
  ...channel,
  members: channel.members.map((member) => ({ ...member, accid: member.account })),
})

export type NimSignal = NimChannel<SignalEvent> & {
  /** The member of a ROOM_JOIN as JSON; absent in other events. */
  attach?: string
}
export const presentSignal = (event: SignalEvent): NimSignal => ({
  ...presentChannel(event),
  ...(event.eventType === 'ROOM_JOIN' && {
    attach: JSON.stringify({ member: { accid: event.from, account: event.from, uid: event.uid } }),
  }),
})
