// Live lectures of the demo site: one next week, and one of last week with its recording, chat and questions.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { dayMs, hourMs } from '@xinqiao/contract/time.ts'
import { ensureAccount } from '../../src/im/auth/tokens.ts'
import { insertMessage } from '../../src/im/room/records/message-store.ts'
import { addLecture, setLectureState, setModerator } from '../../src/bridge/lectures/staff/staff-lectures.ts'
import { insertQuestion, updateAnswer } from '../../src/bridge/lectures/questions/question-store.ts'
import { selectLecture, updateLecture } from '../../src/bridge/lectures/records/lecture-store.ts'
import { sealBindings } from '../../src/kit/auth/seal-bindings.ts'
import { inTransaction, type Kit, type TransactionScope } from '../../src/kit/ctx.ts'
import { reserveId } from '../../src/kit/db/db.ts'

/** A picture that moves, of two minutes, made with ffmpeg from a drawing. */
const recording = readFileSync(path.join(import.meta.dirname, 'media/lecture.mp4'))
const recordingKey = 'l/demo-lecture'

const coming = {
  title: '考前一个月，家长怎样陪伴',
  speaker: '林静 主任医师',
  summary: '听得见孩子的压力，也照顾好自己',
  audience: 'public' as const,
  introduction:
    '面向初三、高三学生的家长。\n\n一、孩子的压力从哪里来，哪些话会让压力变大；\n二、晚饭后的半小时可以怎样度过；\n三、什么时候需要专业帮助。\n\n讲座后有二十分钟回答提问，可以提前想好问题。',
  streamUrl: '',
  replayUrl: '',
  credits: 0,
  neededMinutes: 45,
  slowSeconds: 10,
  announcement: '请文明发言，不要写出孩子的姓名和学校。',
} as const

const past = {
  title: '睡不着的夜晚：失眠的自我调节',
  speaker: '周明 主治医师',
  summary: '一小时学会三个方法',
  audience: 'public' as const,
  introduction:
    '为常常睡不好的人准备。讲者结合临床经验，介绍刺激控制、睡眠限制和放松练习，并回答大家的提问。\n\n正在服用安眠药的朋友，用药请听医生的建议。',
  streamUrl: '',
  replayUrl: '',
  credits: 0,
  neededMinutes: 30,
  slowSeconds: 10,
  announcement: '讲座不能代替诊疗。',
} as const

/** Seconds since the start, account, and text. */
const messages: readonly (readonly [second: number, username: string, text: string])[] = [
  [4, 'applicant1', '来了来了，第一次听直播讲座'],
  [11, 'doctor2', '欢迎大家，讲座马上开始'],
  [27, 'applicant2', '躺在床上越想睡越睡不着'],
  [38, 'applicant4', '我也是，两三点还醒着'],
  [56, 'doctor2', '这正是今天要讲的第一个方法'],
  [83, 'applicant1', '记下来了：困了再上床'],
  [104, 'applicant2', '谢谢老师，三个方法都记下了'],
]
const question = {
  username: 'applicant2',
  text: '中午还能睡午觉吗？',
  answer: '可以，但请在下午三点以前，不超过二十分钟。晚上还是睡不着的那几天，先不要午睡。',
}

async function publishLecture(
  scope: TransactionScope,
  input: typeof coming | typeof past,
  { beginsAt, moderator, name }: { beginsAt: number; moderator: string; name: string },
): Promise<number> {
  const times = {
    startTime: new Date(beginsAt).toISOString(),
    endTime: new Date(beginsAt + hourMs).toISOString(),
  }
  const { id } = await addLecture({ ...input, ...times }, scope, '')
  await setModerator(scope, { id, username: moderator, name, isAdded: true })
  await setLectureState({ id, state: 'published', reason: '' }, scope)
  return id
}

async function insertChat(
  { kit, tx }: TransactionScope,
  { roomId, beginsAt, nameOf }: { roomId: number; beginsAt: number; nameOf: (username: string) => string },
  idOf: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [second, username, text] of messages) {
    const time = beginsAt + second * 1000
    // oxlint-disable-next-line no-await-in-loop -- always in the same order
    const { id, accid } = await ensureAccount(tx, idOf.get(username)!)
    const idClient = `demo-${second}`
    const msg = {
      idClient,
      from: accid,
      fromNick: nameOf(username),
      fromAvatar: '',
      fromCustom: '',
      fromClientType: clientTypes.Web,
      content: { type: chatMessageTypes.text, text },
    }
    const sealed = kit.secrets.seal(JSON.stringify(msg), sealBindings.roomMessage(roomId, time))
    const row = { room_id: roomId, time, sender_id: id, id_client: idClient, type: chatMessageTypes.text }
    // oxlint-disable-next-line no-await-in-loop -- always in the same order
    await insertMessage(tx, { ...row, target_tags: '', tags: [], body_sealed: sealed, is_high: false })
  }
}

export async function seedLectures(kit: Kit, todayMs: number, idOf: ReadonlyMap<string, number>): Promise<void> {
  await kit.files.put(recordingKey, recording, 'video/mp4')
  const beginsAt = todayMs - 6 * dayMs + 20 * hourMs
  const names: Record<string, string> = { doctor2: '周医生', applicant1: '晚风', applicant2: '听雨的人' }
  const nameOf = (username: string): string => names[username] ?? '小满'
  await inTransaction(kit, async (scope) => {
    const { tx } = scope
    const next = { beginsAt: todayMs + 7 * dayMs + 20 * hourMs, moderator: 'doctor1', name: '林医生' }
    await publishLecture(scope, coming, next)
    const id = await publishLecture(scope, past, { beginsAt, moderator: 'doctor2', name: '周医生' })
    await updateLecture(tx, id, { recording_key: recordingKey, recording_bytes: recording.length })
    const { room_id: roomId } = (await selectLecture(tx, id))!
    await insertChat(scope, { roomId, beginsAt, nameOf }, idOf)
    const questionId = await reserveId(tx, 'lecture_question')
    const { username, text, answer } = question
    await insertQuestion(tx, {
      id: questionId,
      lecture_id: id,
      account_id: idOf.get(username)!,
      name: nameOf(username),
      text_sealed: kit.secrets.seal(text, sealBindings.lectureQuestion(questionId)),
      has_danger: false,
    })
    const sealedAnswer = kit.secrets.seal(answer, sealBindings.lectureAnswer(questionId))
    await updateAnswer(tx, questionId, sealedAnswer, idOf.get('doctor2')!)
  })
}
