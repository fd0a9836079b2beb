// Reports how long messages of other accounts took to arrive.
import type { PushData, PushName } from '@xinqiao/contract/im/index.ts'
import { findPushByNumber } from '@xinqiao/contract/im/table.ts'
import type { PushPacket } from '@xinqiao/contract/im/wire.ts'

/** Pushes that deliver a message of another account. */
const deliveryPushes = new Set<PushName | undefined>(['msg.msg', 'team.msg'])

/** @param report receives the delay in milliseconds, by the server's clock */
export function createDelayReports(account: string, report: (ms: number) => void) {
  /** Offset of the server's clock to the local clock, in milliseconds. */
  let clockOffsetMs = 0
  const now = (): number => Date.now() + clockOffsetMs
  return {
    now,
    receiveServerTime(serverTime: number): void {
      clockOffsetMs = serverTime - Date.now()
    },
    receivePush([serviceId, id, data]: PushPacket): void {
      if (!deliveryPushes.has(findPushByNumber(serviceId, id)?.name)) return
      const { msg } = data as PushData<'msg.msg' | 'team.msg'>
      if (msg.from !== account) report(now() - msg.time)
    },
  }
}
