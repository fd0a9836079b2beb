// Reads a question that waits for its answer since its node ended.
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import type { AskedQuestion } from './question.ts'
import type { RobotLookup } from './lookup.ts'
import { deleteQuestion, selectExchangedMessage, type UnansweredQuestion } from './store.ts'

/** @returns null for a question that was recalled or erased, which is forgotten */
export async function readUnansweredQuestion(
  { sql, bodies, viewer }: ImCtx,
  findRobot: RobotLookup,
  { senderId, idClient, robot: name, messageId }: UnansweredQuestion,
): Promise<AskedQuestion | null> {
  const robot = await findRobot(viewer, name)
  const row = robot && (await selectExchangedMessage(sql, { imId: senderId, peerId: robot.imId, id: messageId }))
  if (!robot || !row?.is_own) {
    await deleteQuestion(sql, { senderId, idClient })
    return null
  }
  const msg = presentMessage(row, bodies)
  return { robot, asker: { imId: senderId, accid: viewer.accid }, msg, isInDanger: false }
}
