// Transfers of a registration to another account, about which the secretariat decides.
import { fail, failField } from '@xinqiao/contract/errors.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { viewerOf, type Ctx } from '../../../../kit/ctx.ts'
import { transaction } from '../../../../kit/db/db.ts'
import { sealBindings } from '../../../../kit/auth/seal-bindings.ts'
import { limitHits } from '../../../../kit/auth/throttle.ts'
import { responseDeadlineOf } from '../../rules/response-deadline.ts'
import { lockOwnRegistration } from '../../rules/own-registration.ts'
import * as registrationStore from '../../records/registration-store.ts'
import * as requestStore from '../../records/request-store.ts'

type RegistrationTransferInput = {
  id: number
  username: string
  name: string
  phone: string
  reason?: string | undefined
}

/** Requests the transfer of the registration. A limit keeps the caller from finding out which accounts exist. */
export async function requestTransfer(
  ctx: Ctx,
  { id, username, name, phone, reason = '' }: RegistrationTransferInput,
): Promise<void> {
  // counted before the transaction, because a refused request must count, too, and a transaction has only one
  // connection
  await limitHits(ctx.kit.sql, `transfer:${viewerOf(ctx).id}`, 10, hourSeconds)
  await transaction(ctx.kit.sql, async (tx) => {
    const { row, meeting, now, obstacles } = await lockOwnRegistration(tx, ctx, id)
    if (obstacles.transfer) throw fail('wrongState', obstacles.transfer)
    const receiver = await requestStore.selectTransferReceiver(tx, username.trim())
    const unknown = failField('username', '没有找到这个账号')
    if (receiver === null || receiver === viewerOf(ctx).id) throw unknown
    if (await registrationStore.selectLiveRegistration(tx, row.meeting_id, receiver)) {
      throw failField('username', '对方已经报名')
    }
    await requestStore.upsertRequest(tx, {
      registration_id: row.id,
      kind: 'transfer',
      reason,
      sealWanted: (requestId) =>
        ctx.kit.secrets.seal(JSON.stringify({ name, phone }), sealBindings.registrationRequest(requestId)),
      to_account_id: receiver,
      due_at: await responseDeadlineOf(tx, meeting, now),
    })
  })
}
