// Names in a lecture: each visitor with an account has one, which differs from the alias of counselling.
import { fail, failField } from '@xinqiao/contract/errors.ts'
import { defaultRoomName } from '@xinqiao/contract/lectures.ts'
import { findNameProblem, foldName, normalizeName } from '@xinqiao/contract/names.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { detectCrisis } from '../../../crisis/detect.ts'
import { checkSiteName, chooseRoomName } from '../../../im/chat.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import { inTransaction, viewerOf, type Ctx } from '../../../kit/ctx.ts'
import type { Db } from '../../../kit/db/db.ts'
import { hasQuestion } from '../questions/question-store.ts'
import { selectKnownNames } from '../records/lecture-store.ts'
import { expectMayWrite, readLectureRights, requireChat, requireWatchableLecture } from '../rules/rights.ts'
import { resemblesSpeaker } from '../rules/speaker-names.ts'

const maxNamesPerHour = 30
const writtenMessage = '您在这场讲座里已经发过言，不能再改名字'
const takenMessage = '这个名字已有人用，请换一个'
const isDefaultName = (name: string): boolean => new RegExp(`^${defaultRoomName}\\p{N}*$`, 'u').test(name)

type NameOwner = { accountId: number; speaker: string }

/** @throws Failure invalid for a name that reveals the visitor or poses as the speaker, or that the rules refuse */
async function checkName(db: Db, { accountId, speaker }: NameOwner, name: string): Promise<void> {
  // the request has raised an alert and shows help; the name would repeat the text beside each line
  if (detectCrisis(name) !== null) throw failField('name', '称呼里请不要写这些，请换一个')
  const problem = findNameProblem(name, { roleId: roles.user, isAlias: true })
  if (problem) throw failField('name', problem)
  if (isDefaultName(name)) throw failField('name', takenMessage)
  if (resemblesSpeaker(name, speaker)) throw failField('name', '这个名字像这场讲座的讲者，请换一个')
  const knownNames = await selectKnownNames(db, accountId)
  if (knownNames.some((known) => foldName(known) === foldName(name)))
    throw failField('name', '请不要用您的账号、昵称或咨询里的化名，换一个别人认不出您的名字')
}

/** @throws Failure wrongState after the first line, so that no one answers under two names */
export async function chooseName(ctx: Ctx, id: number, typed: string): Promise<{ name: string }> {
  const { kit } = ctx
  const { id: accountId } = viewerOf(ctx)
  await limitHits(kit.sql, `lectureName:${accountId}`, maxNamesPerHour, hourSeconds)
  const lecture = await requireWatchableLecture(ctx, id)
  if (!lecture.is_room_open) throw fail('wrongState', '现在不能改名字')
  const chat = await requireChat(ctx)
  await expectMayWrite(kit.sql, lecture, chat)
  const { isModerator } = await readLectureRights(kit.sql, lecture, accountId)
  if (isModerator) throw fail('wrongState', '主持人的名字由协会设置')
  const name = normalizeName(typed)
  await checkName(kit.sql, { accountId, speaker: lecture.speaker }, name)
  await checkSiteName(kit, 'name', name)
  if (await hasQuestion(kit.sql, id, accountId)) throw fail('wrongState', writtenMessage)
  const refusal = await inTransaction(kit, (scope) =>
    chooseRoomName(scope, { roomId: lecture.room_id, account: chat, nick: name }),
  )
  if (refusal === 'hasWritten') throw fail('wrongState', writtenMessage)
  if (refusal === 'taken') throw failField('name', takenMessage)
  return { name }
}
