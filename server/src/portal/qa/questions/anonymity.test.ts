// Tests of anonymity: no reply and no page names an anonymous asker, except to the asker.
import { beforeAll, expect, test } from 'vitest'
import { roles, type Role } from '@xinqiao/contract/roles.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { containsValue } from '../../../../test/contains-value.ts'
import { useTestServer } from '../../../../test/test-server.ts'
import { notifyReaders } from '../notifications/notify-readers.ts'
import * as cases from '../../../../test/anonymity-cases.ts'

const server = useTestServer({ RATE_LIMIT: '10000000' }, { servesPages: true })
let questions: cases.AnonymousQuestions
beforeAll(async () => {
  questions = await cases.createAnonymousQuestions(server())
})

/** A reply or a page, by its endpoint or address. */
type ReplyText = { key: string; text: string }

async function sendReactions(token: string): Promise<ReplyText[]> {
  const replies: ReplyText[] = []
  for (const [path, input] of cases.listReactions(questions))
    replies.push({ key: `POST ${path}`, text: (await server().sendRaw('POST', path, input, { token })).raw })
  return replies
}

async function readAll(token: string | null): Promise<ReplyText[]> {
  const replies: ReplyText[] = []
  for (const { key, path, input } of cases.listReads(questions))
    replies.push({ key, text: (await server().sendRaw('GET', path, input, { token })).raw })
  for (const url of cases.listPages(questions)) {
    const page = await server().app.inject({ url, headers: token ? { cookie: `token=${token}` } : {} })
    replies.push({ key: url, text: page.body })
  }
  return replies
}

const containsSecret = ({ text }: ReplyText): boolean => questions.secrets.some((secret) => containsValue(text, secret))
const keysOfReplies = (replies: readonly ReplyText[], text: string): string[] =>
  replies.filter((reply) => reply.text.includes(text)).map(({ key }) => key)

test.each(['visitor', ...(Object.keys(roles) as Role[])])('hides the asker from %s', async (role) => {
  const token = role === 'visitor' ? null : (await server().enter(role as Role)).token
  const reactions = token === null ? [] : await sendReactions(token)
  // checks notices about later answers, too
  const answer = { problemId: questions.ids.answered, content: `给${role}的回答` }
  await server().requestAs(questions.doctor, 'POST /problemAnswer/add', answer)
  await notifyReaders(server().kit)
  const replies = [...reactions, ...(await readAll(token))]

  const withMarker = keysOfReplies(replies, cases.marker)
  expect(withMarker).toEqual(expect.arrayContaining(cases.keysWithMarker.everyone(questions)))
  expect(replies.find(({ key }) => key.startsWith(routes.consultDetail))?.text).toContain('我在听')
  if (token !== null) expect(withMarker).toEqual(expect.arrayContaining(cases.keysWithMarker.signedIn))
  if (role === 'service' || role === 'administrator')
    expect(withMarker).toEqual(expect.arrayContaining(cases.keysWithMarker.moderators))

  // lists of accounts and sign-ins name every account, but no question
  const accountLists = ['GET /admin/users', 'GET /admin/security', 'GET /admin/chat/accounts']
  const isAccountList = ({ key, text }: ReplyText) => accountLists.includes(key) && !text.includes(cases.marker)
  expect(replies.filter((reply) => !isAccountList(reply) && containsSecret(reply)).map(({ key }) => key)).toEqual([])
})

test('hides the asker from the counsellor who answered, also in the notification of a like', async () => {
  const replies = await readAll(questions.doctor.token)
  const unread = replies.find(
    ({ key, text }) => key === 'GET /message/getUnReadByUserId' && text.includes(cases.marker),
  )
  expect(unread?.text).toContain('匿名用户')
  expect(replies.filter(containsSecret).map(({ key }) => key)).toEqual([])
})

test('shows the asker their own name', async () => {
  const { asker, ids } = questions
  const { data } = await server().requestAs(asker, 'GET /problem/getById', { id: `${ids.answered}` })
  expect(data).toMatchObject({ nickname: '赵无名', own: true, auditStatus: 1 })
  // proves that the search finds names in replies and on pages
  const own = ['GET /problem/getById answered', 'GET /problemAnswer/list type 2', 'GET /problem/listOwnPage']
  expect(keysOfReplies(await readAll(asker.token), '赵无名')).toEqual(
    expect.arrayContaining([...own, `${routes.psychology}?id=${ids.answered}`]),
  )
})

test('keeps the asker of a merged question anonymous', async () => {
  const { sql } = server().kit
  const { doctor, tagId } = questions
  const [anonymousAsker, namedAsker, service] = [
    await server().enter('user'),
    await server().enter('user'),
    await server().enter('service'),
  ]
  const askQuestion = async (author: { token: string }, content: string, anonymous: 1 | 2) => {
    const draft = { title: '怎样开口', content, tagIds: [tagId], anonymous }
    return (await server().requestAs(author, 'POST /problem/add', draft)).data.id
  }
  const first = await askQuestion(anonymousAsker, '想和家人谈谈', 1)
  const second = await askQuestion(namedAsker, '想和家人谈谈工作', 2)
  const third = await askQuestion(namedAsker, '想和家人谈谈学习', 2)
  const answer = { problemId: first, content: '慢慢来' }
  const { id: problemAnswerId } = (await server().requestAs(doctor, 'POST /problemAnswer/add', answer)).data
  for (const merge of [
    { id: first, into: second },
    { id: second, into: third },
  ])
    expect((await server().requestAs(service, 'POST /admin/question/merge', merge)).status).toBe(200)
  for (const person of [anonymousAsker, namedAsker])
    await server().requestAs(person, 'POST /problemAnswerLike/add', { problemAnswerId })
  const notices = await sql<{ from_name: string }[]>`
    select from_name from message where account_id = ${doctor.id} and question_id = ${third} order by id`
  expect(notices.map((notice) => notice.from_name)).toEqual(['匿名用户', namedAsker.username])
})
