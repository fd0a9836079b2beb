// Data and requests of anonymity.test.ts: an asker with anonymous questions in every state, and every way to read them.
import { expect } from 'vitest'
import { questionTabs } from '@xinqiao/contract/questions.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { createCounsellor, createDomain } from '../db/fixtures/counsellor.ts'
import type { Caller, TestServer } from './test-server.ts'
import { endpoints } from '../src/modules.ts'

/** Text in the title of each anonymous question. */
export const marker = '搬家以后孩子不爱说话'

export type AnonymousQuestions = {
  asker: Caller
  /** A counsellor who has answered. */
  doctor: Caller
  /** Values that no reply may contain: names, e-mail address, avatar, chat account and id of the asker. */
  secrets: string[]
  /** Ids of the questions by state. `merged` was merged into `target`, which another person asked by name. */
  ids: Record<'answered' | 'unanswered' | 'held' | 'merged' | 'target', number>
  answerId: number
  tagId: number
  alertId: number
}

/** Creates the questions, and a reaction of each kind by their asker, so that notices about them exist. */
export async function createAnonymousQuestions(server: TestServer): Promise<AnonymousQuestions> {
  const { sql } = server.kit
  // an id that occurs in no other place
  await server.owner`alter table account alter id restart with 7310047`
  const tagId = await createDomain(sql, '情绪困扰')
  const [asker, doctor, service] = [
    await server.enter('user'),
    await server.enter('counsellor'),
    await server.enter('service'),
  ]
  await createCounsellor(sql, { accountId: doctor.id, domainIds: [tagId] })
  await sql`
    update account set nickname = '赵无名', email = 'wuming@example.test', avatar = 'avatar-of-wuming.png'
    where id = ${asker.id}`
  const { accid } = (await server.requestAs(asker, 'GET /neteaseUser/getUser')).data
  const secrets = ['赵无名', asker.username, 'wuming@example.test', 'avatar-of-wuming', accid, `${asker.id}`]

  const draft = { title: marker, tagIds: [tagId], anonymous: 1 }
  const askQuestion = async (content: string, change: object = {}, author = asker) =>
    (await server.requestAs(author, 'POST /problem/add', { ...draft, content, ...change })).data
  const answerQuestion = async (problemId: number, content: string) =>
    (await server.requestAs(doctor, 'POST /problemAnswer/add', { problemId, content })).data.id
  const { id: answered } = await askQuestion(`${marker}，怎么陪伴比较好`)
  const heldQuestion = await askQuestion('我不想活了，药都准备好了')
  expect(heldQuestion.care).toBe('plan')
  const { id: unanswered } = await askQuestion(`${marker}，还没有人回答`)
  const { id: merged } = await askQuestion(`${marker}，问过的`)
  const { id: target } = await askQuestion(`${marker}，别人也问`, { anonymous: 2 }, await server.enter('user'))
  const answerId = await answerQuestion(answered, '我在听')
  await answerQuestion(merged, '可以先陪他坐一会儿')
  const merge = await server.requestAs(service, 'POST /admin/question/merge', { id: merged, into: target })
  expect(merge.status).toBe(200)

  for (const [path, input] of [
    ['/problemAnswerLike/add', { problemAnswerId: answerId }],
    ['/problemCollect/add', { problemAnswerId: answerId }],
    ['/problemStemCollect/add', { problemId: answered }],
    ['/consultDoctorCollect/add', { consultDoctorId: 1 }],
    ['/problem/report', { problemId: answered, problemAnswerId: answerId, reason: 'other' }],
  ] as const)
    expect((await server.sendRaw('POST', path, input, asker)).status).toBe(200)
  const [alert] = await sql<{ id: number }[]>`select id from crisis_alert order by id desc limit 1`
  const ids = { answered, unanswered, held: heldQuestion.id, merged, target }
  return { asker, doctor, secrets, ids, answerId, tagId, alertId: alert!.id }
}

/** Requests by which a person reacts to the questions, so that the lists of this person contain them afterwards. */
export function listReactions({ ids, answerId, tagId }: AnonymousQuestions): [path: string, input: object][] {
  const { answered: problemId, unanswered, held, merged } = ids
  return [
    ['/problemAnswerLike/add', { problemAnswerId: answerId }],
    ['/problemCollect/add', { problemAnswerId: answerId }],
    ['/problemStemCollect/add', { problemId }],
    ['/problemStemCollect/add', { problemId: unanswered }],
    ['/problemStemCollect/add', { problemId: merged }],
    ['/problemStemCollect/add', { problemId: held }],
    ['/consultDoctorCollect/add', { consultDoctorId: 1 }],
    ['/problem/report', { problemId, problemAnswerId: answerId, reason: 'other' }],
    ['/problem/report', { problemId: held, reason: 'other' }],
    ['/problem/appeal', { problemId, text: '请再看看' }],
    ['/problem/add', { title: marker, content: `${marker}，我也想知道`, tagIds: `${tagId}`, anonymous: 2 }],
    ['/problemAnswer/add', { problemId, content: '慢慢来，先听他说' }],
    ['/admin/question/close', { id: unanswered, closed: false }],
    ['/problemAnswerLike/delete', { problemAnswerId: answerId }],
  ]
}

const getEndpoints = endpoints.filter(({ method, definition }) => method === 'GET' && !definition.effect)

/** `key` names the endpoint, and the state or list that the input asks for. */
type ReadCase = { key: string; path: string; input: object }

/** Every GET endpoint; those about questions once for each question and each list. */
export function listReads({ ids, tagId, alertId }: AnonymousQuestions): ReadCase[] {
  const id = `${ids.answered}`
  const common = { id, problemId: id, doctorId: '1', tagIds: `${tagId}`, type: '1', size: '100', alertId: `${alertId}` }
  return [
    ...getEndpoints.flatMap(({ key, path }) => [
      { key, path, input: common },
      { key, path, input: { ...common, id: common.alertId, type: '2' } },
    ]),
    ...getEndpoints
      .filter(({ path }) => /^\/(problem|admin\/(question|review))/.test(path))
      .flatMap(({ key, path }) => [
        ...Object.entries(ids).map(([state, questionId]) => ({
          key: `${key} ${state}`,
          path,
          input: { id: `${questionId}`, problemId: `${questionId}` },
        })),
        ...['1', '2', '3', '4', '5'].map((type) => ({
          key: `${key} type ${type}`,
          path,
          input: { type, size: '100' },
        })),
      ]),
  ]
}

/** Addresses of the pages that show questions, answers or notices. */
export const listPages = ({ ids, answerId, tagId, doctor }: AnonymousQuestions): string[] => [
  ...Object.values(ids).map((id) => `${routes.psychology}?id=${id}`),
  `${routes.psychology}?id=${ids.answered}&answer=${answerId}`,
  ...Object.values(questionTabs).map(({ number }) => `${routes.psychology}?type=${number}`),
  `${routes.psychology}?type=3&tags=${tagId}`,
  `${routes.psychology}?own=1`,
  `${routes.consultDetail}?id=1&userId=${doctor.id}`,
  routes.message,
  '/sitemap.xml',
]

/** Keys of replies that must contain the marker, so that the search for secrets cannot pass on empty replies. */
export const keysWithMarker = {
  everyone: (questions: AnonymousQuestions): string[] => [
    ...['list type 1', 'list type 2', 'list type 3', 'listById'].map((name) => `GET /problemAnswer/${name}`),
    ...['getList', 'hotList', 'getById answered', 'getById unanswered', 'getById merged'].map(
      (name) => `GET /problem/${name}`,
    ),
    // held questions have no public page, and merged ones redirect
    ...listPages(questions).filter(
      (url) =>
        /psychology.*[?&](id|answer|tags|type=[123])\b/.test(url) &&
        ![questions.ids.held, questions.ids.merged].some((id) => url.endsWith(`?id=${id}`)),
    ),
  ],
  signedIn: [
    ...['list type 4', 'list type 5'].map((name) => `GET /problemAnswer/${name}`),
    ...['GET /problemStemCollect/getAllList', 'GET /message/getUnReadByUserId'],
    `${routes.psychology}?type=5`,
  ],
  moderators: ['answered', 'unanswered', 'held', 'merged'].map((state) => `GET /admin/question ${state}`),
}
