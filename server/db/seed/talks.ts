// What the demo's members and counsellors have said to each other. Times are given as days before today and a clock.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { messageTypes } from '@xinqiao/contract/im/messages.ts'
import { findAccount } from '../../src/im/auth/store.ts'
import { ensureAccount } from '../../src/im/auth/tokens.ts'
import { raiseAlert } from '../../src/im/care/store.ts'
import { shareFile } from '../../src/im/file/store.ts'
import { makeObject, makeUploadToken } from '../../src/im/file/tokens.ts'
import { receivePart } from '../../src/im/file/upload.ts'
import { detectCrisis } from '../../src/kit/crisis/detect.ts'
import type { Kit } from '../../src/kit/ctx.ts'
import { makeTalk, textLine, type TalkLine } from '../make/talk.ts'

type Script = {
  member: string
  doctor: string
  /** Days before today, the clock of the first line, and how many minutes each line follows the one before it. */
  daysAgo: number
  clock: string
  unread?: number
  lines: readonly (readonly ['member' | 'doctor', string])[]
}

const scripts: readonly Script[] = [
  {
    member: 'member6',
    doctor: 'doctor3',
    daysAgo: 1,
    clock: '21:40',
    lines: [
      ['member', '老师，这几个月接连出事，我觉得活着没意思，不想活了。'],
      ['doctor', '我在。谢谢您愿意告诉我这些，这一定非常难。您现在是一个人吗，身边安全吗？'],
      ['member', '一个人在家。刚才打了12356，和接线的老师聊了一会儿。'],
      ['doctor', '您做得很好。能不能请一位家人今晚过来陪您？我们明天上午十点接着谈，好吗？'],
      ['member', '我叫了姐姐过来。好的，明天见。'],
    ],
  },
  {
    member: 'member4',
    doctor: 'doctor1',
    daysAgo: 12,
    clock: '20:10',
    lines: [
      ['member', '林老师您好，我最近两周总是睡不好，躺下一个多小时还睡不着，早上又醒得特别早。'],
      ['doctor', '您好，谢谢您愿意说出来。睡不好的时候，躺在床上通常会想些什么？'],
      ['member', '主要是工作上的事，怕第二天汇报出错，越想越清醒，然后又着急明天没精神。'],
      ['doctor', '我听到两层担心：一层是汇报，一层是“睡不着怎么办”。后面这一层常常比前一层更消耗人。'],
      ['member', '对，就是这样！有时候看着时间一点一点过去，特别焦躁。'],
      [
        'doctor',
        '我们先从一件小事试起：这周把卧室里的钟收起来，也不看手机上的时间；如果觉得躺了大概二十分钟还没睡意，就起身到客厅坐一会儿，等困了再回去。',
      ],
      ['member', '好的，我今晚就试。'],
    ],
  },
  {
    member: 'member4',
    doctor: 'doctor1',
    daysAgo: 1,
    clock: '19:32',
    unread: 1,
    lines: [
      ['member', '老师，这几天好一些了，有三个晚上半小时之内就睡着了。'],
      ['doctor', '太好了，这是您自己一点点试出来的。那两个没睡好的晚上，有什么不一样吗？'],
      ['member', '那两天下午喝了咖啡，晚上还加班到十点。'],
      ['doctor', '这个发现很重要。可以试着把咖啡放在中午之前，加班后给自己留出半小时什么都不做的时间。'],
      ['doctor', '@picture'],
      ['doctor', '这是我们说过的呼吸练习，睡前跟着做五分钟就好，不用做得“标准”。'],
    ],
  },
  {
    member: 'member3',
    doctor: 'doctor1',
    daysAgo: 2,
    clock: '12:05',
    lines: [
      ['member', '您好，孩子初二，最近不愿意上学，一到周日晚上就说肚子疼，检查了也没有问题。'],
      ['doctor', '您好。孩子说肚子疼时，家里一般是怎么回应的？'],
      ['member', '一开始我们会催，说“别装了”，后来吵过几次，现在不知道该怎么办。'],
      [
        'doctor',
        '您的无力我能感觉到。身体的疼往往是真的，只是原因可能不在肚子里。今晚可以先试着只问一句：“这一周里，最难熬的是哪一段？”听完先不急着给办法。',
      ],
      ['member', '好，我试试。可能以前我们太急着解决了。'],
    ],
  },
  {
    member: 'member2',
    doctor: 'doctor1',
    daysAgo: 0,
    clock: '08:20',
    unread: 2,
    lines: [
      ['member', '老师您好，想预约下周的交流，请问周三晚上方便吗？'],
      ['member', '我主要想聊聊和同事相处的问题。'],
    ],
  },
  {
    member: 'member1',
    doctor: 'doctor2',
    daysAgo: 5,
    clock: '21:15',
    lines: [
      ['member', '周老师，我考研第二次没过线，感觉对不起家里人。'],
      ['doctor', '听起来这段时间您一直一个人扛着。除了“对不起”，您自己是什么感受？'],
      ['member', '累，还有点不甘心。'],
      ['doctor', '“累”和“不甘心”都值得好好放一放。这周先不做决定，只做一件让身体歇下来的事，可以吗？'],
      ['member', '嗯，我明天约了朋友去爬山。'],
    ],
  },
  {
    member: 'member4',
    doctor: 'doctor5',
    daysAgo: 20,
    clock: '10:40',
    lines: [
      ['member', '许老师您好，听了您的讲座很受启发，请问亲子沟通的那份练习还能下载吗？'],
      ['doctor', '您好，可以的，在“学术交流”栏目里能找到讲座资料，欢迎有问题随时问我。'],
      ['member', '找到了，谢谢老师！'],
    ],
  },
]

const minuteMs = 60_000
const dayMs = 86_400_000

const nameOf = (key: string) => key.replace(' ', '-')

/** As the counsellor would have sent it, through the same door. */
async function drawPicture(
  kit: Kit,
  doctorId: number,
  memberId: number,
  idClient: string,
): Promise<TalkLine['content']> {
  const svg = readFileSync(path.join(import.meta.dirname, 'art/breathing.svg'))
  const bytes = await sharp(svg, { density: 144 })
    .resize({ width: 960 })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
  const doctor = await ensureAccount(kit.sql, doctorId)
  const member = await ensureAccount(kit.sql, memberId)
  const object = makeObject()
  const token = makeUploadToken(kit.secrets, { object, imId: doctor.id, survivalSeconds: null })
  const part = {
    object,
    token,
    offset: 0,
    isLast: true,
    context: '',
    contentType: 'image/png',
    name: '呼吸练习.png',
    bytes,
  }
  const { file } = await receivePart(kit, part)
  const { docId, kind: _kind, ...shown } = file!
  await shareFile(kit.sql, Number(docId), member.accid, { senderId: doctor.id, idClient })
  return { type: messageTypes.image, file: shown }
}

/** @param today midnight in China @param idOf portal accounts by username */
export async function seedTalks(kit: Kit, today: number, idOf: ReadonlyMap<string, number>): Promise<void> {
  const pairs = new Map<string, { memberId: number; doctorId: number; lines: TalkLine[]; unread: number }>()
  for (const [i, script] of scripts.entries()) {
    const memberId = idOf.get(script.member)!
    const doctorId = idOf.get(script.doctor)!
    const [hour = 0, minute = 0] = script.clock.split(':').map(Number)
    const wanted = today - script.daysAgo * dayMs + (hour * 60 + minute) * minuteMs
    // whatever the hour of the seeding, nothing is said in the future
    const start = Math.min(wanted, Date.now() - (script.lines.length + 1) * 2 * minuteMs)
    const key = `${script.member} ${script.doctor}`
    const pair = pairs.get(key) ?? { memberId, doctorId, lines: [], unread: 0 }
    for (const [place, [from, text]] of script.lines.entries()) {
      const at = start + place * 2 * minuteMs + i
      const isPicture = text === '@picture'
      // oxlint-disable-next-line no-await-in-loop -- there is one
      const line = isPicture
        ? { from, at, content: await drawPicture(kit, doctorId, memberId, `seed-${nameOf(key)}-${pair.lines.length}`) }
        : textLine(from, text, at)
      pair.lines.push(line)
    }
    pair.unread = script.unread ?? 0
    pairs.set(key, pair)
  }
  for (const [key, pair] of pairs) {
    // oxlint-disable no-await-in-loop -- in the same order each time
    await makeTalk(kit, { ...pair, key: nameOf(key) })
    const [member, doctor] = [await ensureAccount(kit.sql, pair.memberId), await ensureAccount(kit.sql, pair.doctorId)]
    for (const { from, at, content } of pair.lines) {
      const level = from === 'member' && 'text' in content ? detectCrisis(content.text) : null
      if (level === 'plan' || level === 'thought')
        await raiseAlert(kit.sql, { imId: member.id, to: doctor.accid, level, time: at })
    }
    // oxlint-enable no-await-in-loop
  }
  // the demo calls nobody by itself
  await kit.sql`update crisis_alert set calls = 2`
  // the others can be found in the chat before they first come
  for (const id of idOf.values()) if (!(await findAccount(kit.sql, id))) await ensureAccount(kit.sql, id) // oxlint-disable-line no-await-in-loop
}
