// Signalling of calls: channels, invitations and their answers. The methods return promises. The code is loaded on
// the first use of one of them.
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput, CommandName, CommandOutput } from '@xinqiao/contract/im/index.ts'
import type { CallStatus, SignalChannel } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { NimCore } from '../core/core.ts'
import { presentChannel, presentSignal, type NimChannel } from '../present/signals.ts'

type Input<Name extends Extract<CommandName, `signalling.${string}`>> = CommandInput<Name>
type NewChannel = Pick<Input<'signalling.create'>, 'type' | 'channelName' | 'ext'>
/** Pages also pass the number as a text. */
type Uid = { uid?: number | string | undefined }
type Joining = Omit<NonNullable<Input<'signalling.create'>['join']>, 'uid'> & Uid
type Invitation = NonNullable<Input<'signalling.create'>['invite']>
type OutgoingCall = NewChannel & Joining & Invitation
type CalledChannel = NimChannel & { callStatus: CallStatus }
type Acceptance = Omit<Input<'signalling.accept'>, 'uid' | 'autoJoin'> & Uid
type ReadIds = { msgid: string | number | (string | number)[] }

/** Within this time, a second synchronisation returns the result of the first, because a page also asks at login. */
const syncPauseMs = 1_000

/**
 * Throws the error that pages expect when the invited account cannot know of a valid invitation yet. Pages read its
 * first word.
 */
function expectReached(callStatus: CallStatus): void {
  if (callStatus !== 200) throw new ImFailure(callStatus, 'PEER_OFFLINE：对方不在线')
}

const withNumericUid = <T extends Uid>({ uid, ...others }: T) => ({
  ...others,
  ...(uid !== undefined && { uid: Number(uid) }),
})

export function createSignallingApi(core: Pick<NimCore, 'client' | 'listeners' | 'callSync'>) {
  const { listeners } = core
  /** Sends a copy of the options, so that all of them count as read and the console names none. */
  const client: Pick<typeof core.client, 'request'> = {
    request: (name, input) => core.client.request(name, Object.assign({}, input)),
  }
  const openChannel = (input: Input<'signalling.create'>): Promise<CalledChannel> =>
    client
      .request('signalling.create', input)
      .then(({ channel, callStatus }) => ({ ...presentChannel(channel), callStatus }))
  const call = ({ type, channelName, ext, ...rest }: OutgoingCall) =>
    openChannel({ type, channelName, ext, join: withNumericUid(rest), invite: rest })
  const channelOf = (reply: Promise<{ channel: SignalChannel }>): Promise<NimChannel> =>
    reply.then(({ channel }) => presentChannel(channel))
  async function createOrJoin(
    fields: NewChannel,
    join: ReturnType<typeof withNumericUid<Joining>>,
  ): Promise<NimChannel> {
    try {
      return await channelOf(client.request('signalling.create', { ...fields, join }))
    } catch (error) {
      const { channelName } = fields
      if ((error as ImFailure).code !== imErrors.roomExists.code || !channelName) throw error
      const { channelId } = await channelOf(client.request('signalling.getChannelInfo', { channelName }))
      return channelOf(client.request('signalling.join', { ...join, channelId }))
    }
  }
  async function sync(): Promise<null> {
    const { events, channels }: CommandOutput<'signalling.sync'> = await client.request('signalling.sync', {})
    listeners.emit('signalingUnreadMessageSyncNotify', events.map(presentSignal))
    listeners.emit('signalingChannelsSyncNotify', channels.map(presentChannel))
    return null
  }
  const withoutResult = (reply: Promise<unknown>): Promise<null> => reply.then(() => null)

  return {
    /** `callStatus` of the result: 200, or 10201 or 10202 when the account cannot know of the call yet. */
    signalingCallEx: (options: OutgoingCall): Promise<CalledChannel> => call(options),
    signalingCall: (options: OutgoingCall): Promise<NimChannel> =>
      call(options).then(({ callStatus, ...channel }) => {
        expectReached(callStatus)
        return channel
      }),
    /** Joins the channel that has this name already. */
    signalingCreateAndJoin: ({ type, channelName, ext, ...join }: NewChannel & Joining): Promise<NimChannel> =>
      createOrJoin({ type, channelName, ext }, withNumericUid(join)),
    signalingCreate: (options: NewChannel): Promise<NimChannel> =>
      channelOf(client.request('signalling.create', options)),
    signalingDelay: (options: Input<'signalling.delay'>): Promise<NimChannel> =>
      channelOf(client.request('signalling.delay', options)),
    signalingClose: (options: Input<'signalling.close'>): Promise<null> =>
      withoutResult(client.request('signalling.close', options)),
    signalingGetChannelInfo: (options: Input<'signalling.getChannelInfo'>): Promise<NimChannel> =>
      channelOf(client.request('signalling.getChannelInfo', options)),
    signalingJoin: (options: Omit<Input<'signalling.join'>, 'uid'> & Uid): Promise<NimChannel> =>
      channelOf(client.request('signalling.join', withNumericUid(options))),
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
    signalingAccept: (options: Acceptance & { autoJoin?: boolean }): Promise<NimChannel> =>
      channelOf(client.request('signalling.accept', withNumericUid(options))),
    signalingJoinAndAccept: (options: Acceptance): Promise<NimChannel> =>
      channelOf(client.request('signalling.accept', { ...withNumericUid(options), autoJoin: true })),
    signalingControl: (options: Input<'signalling.control'>): Promise<null> =>
      // an empty account is all members
      withoutResult(client.request('signalling.control', { ...options, account: options.account || undefined })),
    signalingMarkMsgRead: ({ msgid }: ReadIds): Promise<null> =>
      withoutResult(client.request('signalling.markRead', { ids: [msgid].flat().map(String).filter(Boolean) })),
    /** Emits the events that this account missed, and then the channels that it is in. */
    signalingSync: (_options?: object): Promise<null> =>
      (core.callSync ??= sync().finally(() => setTimeout(() => (core.callSync = null), syncPauseMs))),
  }
}
