// The counselling part of the demo site: questions, answers, counsellors and notices.
import { dayMs, hourMs } from '@xinqiao/contract/time.ts'
import { createReactionToggle } from '../../src/portal/reactions/set-reaction.ts'
import { inTransaction, type Kit } from '../../src/kit/ctx.ts'
import { notifyUsers } from '../../src/portal/notify/notify.ts'
import { createCounsellor, createDomain } from '../fixtures/counsellor.ts'
import { createAnswer, createQuestion } from '../fixtures/question.ts'
import { counsellors, domains } from './counsellors.ts'
import { parseWeeklyHours } from './week.ts'
import { questions, unanswered } from './questions.ts'

const like = createReactionToggle({
  table: 'answer_like',
  target: 'answer',
  counter: 'like_count',
  isOpen: (tx) => tx`true`,
})
const collect = createReactionToggle({
  table: 'answer_collect',
  target: 'answer',
  counter: 'collect_count',
  isOpen: (tx) => tx`true`,
})
const follow = createReactionToggle({
  table: 'counsellor_follow',
  target: 'counsellor',
  counter: 'follow_count',
  isOpen: (tx) => tx`true`,
})

const toHtmlList = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

export async function seedConsulting(kit: Kit, today: number, idOf: ReadonlyMap<string, number>): Promise<void> {
  const { sql } = kit
  const accountOf = (name: string) => idOf.get(name)!
  const members = Array.from({ length: 6 }, (_, i) => accountOf(`member${i + 1}`))
  const domainOf = new Map<string, number>()
  for (const [i, name] of domains.entries()) domainOf.set(name, await createDomain(sql, name, i + 1))
  const domainIds = (names: readonly string[]) => names.map((name) => domainOf.get(name)!)

  const counsellorIds: number[] = []
  for (const [i, counsellor] of counsellors.entries()) {
    const accountId = accountOf(`doctor${i + 1}`)
    await sql`
      update account set avatar = ${`/art/people/counsellor-${`${i + 1}`.padStart(2, '0')}.svg`} where id = ${accountId}`
    const id = await createCounsellor(sql, {
      accountId,
      domainIds: domainIds(counsellor.domains),
      department: counsellor.department,
      title: counsellor.title,
      description: counsellor.description,
      qualification: toHtmlList(counsellor.training),
      priceCents: counsellor.yuan * 100,
      hours: counsellor.hours,
    })
    counsellorIds.push(id)
    for (const { weekday, from, to } of parseWeeklyHours(counsellor.hours))
      await sql`
        insert into booking_rule (counsellor_id, weekday, from_minute, to_minute, mode)
        values (${id}, ${weekday}, ${from}, ${to}, 'both')`
    const [title, number, issuer, years] = counsellor.credential
    await sql`
      insert into counsellor_credential (counsellor_id, title, number, issuer, valid_until, state, verified_at)
      values (${id}, ${title}, ${number}, ${issuer}, ${new Date(today + years * 365 * dayMs)}, 'verified',
        ${new Date(today - 60 * dayMs)})`
  }

  const earliest = (at: number) => new Date(Math.min(at, Date.now() - 60_000))
  // oldest first, so that ids rise with the dates, as on a real site
  const allQuestions = [...questions, ...unanswered].toSorted((a, b) => b.daysAgo - a.daysAgo)
  for (const [n, question] of allQuestions.entries()) {
    const at = today - question.daysAgo * dayMs + (8 + (n % 12)) * hourMs
    const questionId = await createQuestion(sql, {
      authorId: members[question.by - 1]!,
      title: question.title,
      content: question.content,
      isAnonymous: question.anonymous ?? false,
      domainIds: domainIds(question.domains),
      at: earliest(at),
    })
    for (const [i, [doctor, content]] of question.answers.entries()) {
      const answerId = await createAnswer(sql, {
        questionId,
        authorId: accountOf(`doctor${doctor}`),
        content,
        at: earliest(at + (3 + i * 7) * hourMs),
      })
      if (i > 0) continue
      const fans = members.filter((member) => member !== members[question.by - 1])
      for (const accountId of fans.slice(0, question.likes))
        await like(kit, { targetId: answerId, accountId, isOn: true })
      for (const accountId of fans.slice(0, question.collects))
        await collect(kit, { targetId: answerId, accountId, isOn: true })
    }
  }
  // the sum of the likes of the answers
  await sql`
    update question q set like_count = (
      select coalesce(sum(a.like_count), 0) from answer a where a.question_id = q.id and a.in_sight)`
  for (const [i, accountId] of members.entries()) {
    for (const step of [0, 2, 5]) {
      const targetId = counsellorIds[(i + step) % counsellorIds.length]!
      await follow(kit, { targetId, accountId, isOn: true })
    }
  }
  for (const [word, plain, action] of [
    ['代开处方', '代开处方', 'refuse'],
    ['加微信', '加微信', 'mask'],
    ['包治', '包治', 'hold'],
    ['转账', '转账', 'alert'],
  ] as const)
    await sql`insert into watch_word (word, plain, action) values (${word}, ${plain}, ${action})`
  await seedMessages(kit, members)
}

async function seedMessages(kit: Kit, members: readonly number[]): Promise<void> {
  const bulletins = [
    [
      '关于冬季心理援助热线加开夜间坐席的公告',
      '入冬以来，夜间来电明显增多。自本月起，12356 心理援助热线本省坐席每晚增加两席，至次日凌晨两点。需要时请直接拨打，通话保密。',
    ],
    [
      '心桥网上服务更新说明',
      '心理问答支持匿名提问与收藏，咨询师页面可查看资质与从业背景。使用中遇到问题，请在工作日 9:00–17:00 联系秘书处。',
    ],
  ] as const
  await inTransaction(kit, async (scope) => {
    const { tx } = scope
    for (const [title, content] of bulletins) {
      const [row] = await tx<{ id: number }[]>`
        insert into bulletin (title, content, audience, recipients) values (${title}, ${content}, 'everybody',
          ${members.length}) returning id`
      await notifyUsers(scope, {
        kind: 'bulletin',
        userIds: members,
        title,
        link: `/detail/index?id=${row!.id}`,
        bulletinId: row!.id,
      })
    }
    // notices about earlier answers; the older half counts as read
    const answers = await tx<{ asker: number; question_id: number; title: string; name: string; avatar: string }[]>`
      select q.author_id as asker, q.id as question_id, q.title, c.name, c.avatar
      from answer a join question q on q.id = a.question_id join counsellor c on c.id = a.counsellor_id
      where a.created_at > now() - interval '30 days' order by a.created_at`
    for (const [i, { asker, question_id, title, name, avatar }] of answers.entries()) {
      await notifyUsers(scope, {
        kind: 'answered',
        userIds: [asker],
        title,
        link: `/psychology/index?id=${question_id}`,
        questionId: question_id,
        from: { name, avatar },
      })
      if (i < answers.length / 2)
        await tx`update message set read_at = now() where account_id = ${asker} and kind = 'answered'`
    }
    // the demo site sends no notices about its own content
    await tx`update delivery set state = 'skipped', failure = '演示内容' where state = 'queued'`
  })
}
