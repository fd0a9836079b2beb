// Devices that ring at each other, and the events of calls that they receive.
import type { SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import { untilReady, type Device } from '../../../im-sdk/test/people.ts'
import type { AppMember } from './app-members.ts'

export type SignalMember = Pick<AppMember, 'accid' | 'device'>
/** `own`: events about answers of other devices of the account. */
export type SignalDevice = Device & { accid: string; events: SignalEvent[]; own: SignalEvent[] }

/**
 * Connects a device.
 * @param options `url`: address of another node
 */
export async function openSignalDevice(
  member: SignalMember | Promise<SignalMember>,
  options: { deviceId: string; url?: string },
): Promise<SignalDevice> {
  const [events, own]: [SignalEvent[], SignalEvent[]] = [[], []]
  const { accid, device: open } = await member
  const device = open(options, { signal: (event, isOwn) => (isOwn ? own : events).push(event) })
  await untilReady(device)
  return Object.assign(device, { accid, events, own })
}

export const typesOf = (events: readonly SignalEvent[]) => events.map(({ eventType }) => eventType)
