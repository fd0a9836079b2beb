// Signalling of calls: channels, invitations and their answers. The methods return promises. The code is loaded with
// the first call of one of them.
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput, CommandName, CommandOutput } from '@xinqiao/contract/im/index.ts'
import type { CallStatus, SignalChannel } from '@xinqiao/contract/im/signalling-model.ts'
import type { NimCore } from '../core/core.ts'

type Input<Name extends Extract<CommandName, `signalling.${string}`>> = CommandInput<Name>
type NewChannel = Pick<Input<'signalling.create'>, 'type' | 'channelName' | 'ext'>
/** Pages also pass the number as a text. */
type Uid = { uid?: number | string | undefined }
type Joining = Omit<NonNullable<Input<'signalling.create'>['join']>, 'uid'> & Uid
type Invitation = NonNullable<Input<'signalling.create'>['invite']>
type Call = NewChannel & Joining & Invitation
type CalledChannel = SignalChannel & { callStatus: CallStatus }
type Acceptance = Omit<Input<'signalling.accept'>, 'uid' | 'autoJoin'> & Uid
type ReadIds = { msgid: string | number | (string | number)[] }

/** The invitation is valid, but pages expect an error while the account cannot know of it. */
function expectReached(callStatus: CallStatus): void {
  if (callStatus !== 200) throw new ImFailure(callStatus, '对方不在线')
}

const withNumber = <T extends Uid>({ uid, ...others }: T) => ({
  ...others,
  ...(uid !== undefined && { uid: Number(uid) }),
})

export function createSignallingApi({ client, listeners }: Pick<NimCore, 'client' | 'listeners'>) {
  const openChannel = async (input: Input<'signalling.create'>): Promise<CalledChannel> => {
    const { channel, callStatus } = await client.request('signalling.create', input)
    return { ...channel, callStatus }
  }
  const call = ({ type, channelName, ext, ...rest }: Call) =>
    openChannel({ type, channelName, ext, join: withNumber(rest), invite: rest })
  const channelOf = async (reply: Promise<{ channel: SignalChannel }>): Promise<SignalChannel> => (await reply).channel
  const withoutResult = (reply: Promise<unknown>): Promise<null> => reply.then(() => null)

  return {
    /** `callStatus` of the result: 200, or 10201 or 10202 when the account cannot know of the call yet. */
    signalingCallEx: (options: Call): Promise<CalledChannel> => call(options),
    signalingCall: (options: Call): Promise<SignalChannel> =>
      call(options).then(({ callStatus, ...channel }) => {
        expectReached(callStatus)
        return channel
      }),
    signalingCreateAndJoin: ({ type, channelName, ext, ...join }: NewChannel & Joining): Promise<SignalChannel> =>
      channelOf(client.request('signalling.create', { type, channelName, ext, join: withNumber(join) })),
    signalingCreate: (options: NewChannel): Promise<SignalChannel> =>
      channelOf(client.request('signalling.create', options)),
    signalingDelay: (options: Input<'signalling.delay'>): Promise<SignalChannel> =>
      channelOf(client.request('signalling.delay', options)),
    signalingClose: (options: Input<'signalling.close'>): Promise<null> =>
      withoutResult(client.request('signalling.close', options)),
    signalingGetChannelInfo: (options: Input<'signalling.getChannelInfo'>): Promise<SignalChannel> =>
      channelOf(client.request('signalling.getChannelInfo', options)),
    signalingJoin: (options: Omit<Input<'signalling.join'>, 'uid'> & Uid): Promise<SignalChannel> =>
      channelOf(client.request('signalling.join', withNumber(options))),
    signalingLeave: (options: Input<'signalling.leave'>): Promise<null> =>
      withoutResult(client.request('signalling.leave', options)),
    signalingInvite: (options: Input<'signalling.invite'>): Promise<null> =>
      client.request('signalling.invite', options).then(({ callStatus }) => {
        expectReached(callStatus)
        return null
      }),
    signalingCancel: (options: Input<'signalling.cancel'>): Promise<null> =>
      withoutResult(client.request('signalling.cancel', options)),
    signalingReject: (options: Input<'signalling.reject'>): Promise<null> =>
      withoutResult(client.request('signalling.reject', options)),
    signalingAccept: (options: Acceptance & { autoJoin?: boolean }): Promise<SignalChannel> =>
      channelOf(client.request('signalling.accept', withNumber(options))),
    signalingJoinAndAccept: (options: Acceptance): Promise<SignalChannel> =>
      channelOf(client.request('signalling.accept', { ...withNumber(options), autoJoin: true })),
    signalingControl: (options: Input<'signalling.control'>): Promise<null> =>
      withoutResult(client.request('signalling.control', options)),
    signalingMarkMsgRead: ({ msgid }: ReadIds): Promise<null> =>
      withoutResult(client.request('signalling.markRead', { ids: [msgid].flat().map(String) })),
    /** Emits the events that this account missed, and then the channels that it is in. */
    async signalingSync(_options?: object): Promise<null> {
      const { events, channels }: CommandOutput<'signalling.sync'> = await client.request('signalling.sync', {})
      listeners.emit('signalingUnreadMessageSyncNotify', events)
      listeners.emit('signalingChannelsSyncNotify', channels)
      return null
    },
  }
}
