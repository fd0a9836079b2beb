// Tests of methods that a page calls with invalid input: each answers with an error that has a code, and none throws.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../server/test/test-server.ts'
import { closePages, openPage, waitForDone, type Page } from '../../test/page.ts'
import { createPerson } from '../../test/people.ts'
import { addressMethods, chatroomMethods, endingMethods, nimMethods, replyingMethods } from '../../test/surface.ts'
import { Chatroom, NIM } from '../../test/tested-sdk.ts'

const server = useTestServer()
let page: Page
let url = ''
/** Uncaught exceptions of the process, which a browser would show in its console. */
const uncaught: unknown[] = []
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  page = await openPage(server(), url)
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => uncaught.push(error))
})
afterAll(closePages)

type NimMethod = (...input: unknown[]) => unknown
type DoneError = { code?: unknown; message?: string }
const toMethods = (instance: object) => instance as Record<string, NimMethod>
const listNames = (groups: Record<string, string[]>) =>
  Object.values(groups)
    .flat()
    .filter((name) => !endingMethods.has(name))

/** The error of a call, or null. */
async function captureFailure(call: () => unknown, mayThrow = false): Promise<DoneError | null> {
  let returned: unknown
  try {
    returned = call()
  } catch (error) {
    if (!mayThrow) throw error
    return error as DoneError
  }
  if (!(returned instanceof Promise)) return null
  return returned.then(
    () => null,
    (error: DoneError) => error,
  )
}

const inputs = [[], [undefined], [null], [{}], [7], ['text'], [[]], [{ done: 7 }], [7, 7], [null, null]]

test.each([
  ['NIM', () => page.nim, nimMethods],
  ['Chatroom', () => Chatroom.getInstance({ chatroomId: '1' }), chatroomMethods],
] as const)(
  'throws in no method of %s but those of addresses, and gives each failure a code',
  async (_name, find, groups) => {
    const methods = toMethods(find())
    const withoutCode: string[] = []
    for (const name of listNames(groups)) {
      for (const input of inputs) {
        const failure = await captureFailure(() => methods[name]!(...input), addressMethods.has(name))
        if (failure && failure.code === undefined)
          withoutCode.push(`${name}(${JSON.stringify(input)}): ${failure.message}`)
      }
    }
    expect(withoutCode).toEqual([])
    expect(uncaught).toEqual([])
  },
)

test('calls done or rejects in every method whose options have nothing but done, after it has returned', async () => {
  const methods = toMethods(page.nim)
  const early: string[] = []
  for (const name of replyingMethods) {
    let hasReturned = false
    const [error, isLate] = await new Promise<[DoneError | null, boolean]>((resolve) => {
      const answer = (failure: DoneError | null) => resolve([failure, hasReturned])
      const returned = methods[name]!({ done: answer })
      hasReturned = true
      if (returned instanceof Promise) returned.catch(answer)
    })
    if (!isLate) early.push(name)
    if (error) expect(error.code, name).toBeDefined()
  }
  expect(early).toEqual([])
})

test('reports a missing option to done, or else by a rejected promise', async () => {
  const { nim } = page
  const missing = { code: 414, message: 'getUser：缺少account（字符串）', data: { field: 'account' } }
  await expect(waitForDone((done) => nim.getUser({ done } as never))).rejects.toMatchObject(missing)
  for (const input of [undefined, null, {}, 7, 'text'])
    expect(await captureFailure(() => nim.getUser(input as never))).toMatchObject(missing)
  expect(await captureFailure(() => nim.getTeam(undefined as never))).toMatchObject({
    code: 414,
    message: 'getTeam：参数的类型不正确',
  })
  expect(await captureFailure(() => nim.viewImageQuality({ url: 'https://a/b.png' } as never), true)).toMatchObject({
    code: 414,
    message: 'viewImageQuality：quality必须是数字',
  })
  const done = (resolve: (error: unknown) => void) => nim.setCurrSession(undefined as never, resolve)
  expect(await new Promise(done)).toMatchObject({ code: 414, message: 'setCurrSession：缺少sessionId（字符串）' })
})

test('returns the failed message at once from methods that send', async () => {
  const { nim } = page
  const failure = { status: 'fail', flow: 'out', error: { code: 414, data: { field: 'to' } } }
  expect(nim.sendText(undefined as never)).toMatchObject(failure)
  expect(nim.resendMsg({} as never)).toMatchObject({ status: 'fail', error: { code: 414 } })
  const answer = Promise.withResolvers<[unknown, unknown]>()
  const done = (...given: [unknown, unknown]) => answer.resolve(given)
  expect(nim.sendFile({ scene: 'p2p', idClient: 'x', done } as never)).toMatchObject({ ...failure, idClient: 'x' })
  expect(await answer.promise).toMatchObject([failure.error, { ...failure, idClient: 'x' }])
})

test('names an option of a wrong type with the type that it needs', async () => {
  const { nim } = page
  const captureDoneError = (call: (done: (error: unknown) => void) => unknown) => waitForDone(call as never)
  await expect(captureDoneError((done) => nim.getUser({ account: ['ann'], done } as never))).rejects.toMatchObject({
    code: 414,
    message: 'getUser：account必须是字符串',
  })
  await expect(captureDoneError((done) => nim.getUsers({ accounts: 'ann', done } as never))).rejects.toMatchObject({
    code: 414,
    message: 'getUsers：accounts必须是数组',
  })
  await expect(captureDoneError((done) => nim.recallMsg({ msg: 'id', done } as never))).rejects.toMatchObject({
    code: 414,
    message: 'recallMsg：msg必须是对象',
  })
})

test('names the main option that is missing, in Chinese', async () => {
  const methods = toMethods(page.nim)
  const fields = Object.entries({
    addMsgPin: 'msg',
    updateMsgPin: 'msg',
    deleteMsgPin: 'msg',
    addQuickComment: 'msg',
    deleteQuickComment: 'msg',
    getQuickComments: 'msgs',
    getTeamMsgReadAccounts: 'teamMsgReceipt',
    getSuperTeamMembersByAccounts: 'accounts',
    regenAIMessage: 'message',
    stopAIStreamMessage: 'message',
    deleteCollects: 'collectList',
    updateCollect: 'collect',
  })
  for (const [name, field] of fields) {
    for (const input of [undefined, {}]) {
      const message = expect.stringContaining(`${name}：缺少${field}`) as string
      expect(await captureFailure(() => methods[name]!(input))).toMatchObject({ code: 414, message, data: { field } })
    }
  }
  const content = { scene: 'p2p', to: 'ann', content: { type: 1 } }
  const message = 'sendCustomMsg：content必须是字符串'
  // pages keep a failed message under its `sessionId`
  const position = { sessionId: 'p2p-ann', time: expect.any(Number) as number }
  expect(page.nim.sendCustomMsg(content as never)).toMatchObject({ ...position, error: { code: 414, message } })
})

test('names the fault of an answer without a request, an unknown kind of file, and an invented message', async () => {
  const { nim, accid } = page
  const { accid: account } = await createPerson(server(), url)
  await expect(waitForDone((done) => nim.passFriendApply({ account, done }))).rejects.toMatchObject({
    code: 414,
    message: expect.stringContaining('idServer') as string,
    data: { field: 'idServer' },
  })
  const file = { scene: 'p2p', to: accid, type: 'nix', dataURL: 'data:text/plain,x' }
  expect(nim.sendFile(file as never)).toMatchObject({
    error: { code: 414, message: '没有这种消息类型：nix', data: { field: 'type' } },
  })
  expect(nim.resendMsg({ msg: { idClient: 'x' } } as never)).toMatchObject({
    error: { code: 414, message: 'resendMsg：缺少msg.status（字符串）', data: { field: 'msg.status' } },
  })
  expect(nim.resendMsg({ msg: { idClient: 'x', status: 'success' } } as never)).toMatchObject({
    error: { code: 414, message: 'only failed messages can be resent', data: { field: 'msg' } },
  })
})

test('describes errors of the engine in Chinese', async () => {
  const methods = toMethods(page.nim)
  const english: string[] = []
  for (const name of listNames(nimMethods)) {
    for (const input of inputs) {
      const failure = await captureFailure(() => methods[name]!(...input), addressMethods.has(name))
      if (/Cannot |is not |undefined/.test(failure?.message ?? '')) english.push(`${name}：${failure!.message}`)
    }
  }
  expect(english).toEqual([])
})

test('methods without required options accept null as no options', async () => {
  const { nim } = page
  expect(await captureFailure(() => nim.getFriends(null as never))).toBeNull()
  expect(await waitForDone((done) => nim.resetAllSessionUnread({ done }))).toEqual({})
})

test('treats null as an option that is not set', async () => {
  const { nim, accid } = page
  const unset = { apns: null, custom: null, pushPayload: null, replyMsg: null, isHistoryable: null, isPushable: null }
  const text = { scene: 'p2p', to: accid, text: '您好' }
  expect(await waitForDone((done) => nim.sendText({ ...text, ...unset, done } as never))).toMatchObject({
    status: 'success',
    isHistoryable: true,
    isPushable: true,
  })
  const history = { scene: 'p2p', to: accid, limit: null, endTime: null, msgTypes: null }
  expect(await waitForDone((done) => nim.getHistoryMsgs({ ...history, done } as never))).toMatchObject({
    msgs: [{ text: '您好' }],
  })
})

test('refuses an instance without options, and a listener that is no function, with a code', () => {
  for (const call of [
    () => NIM.getInstance(undefined as never),
    () => Chatroom.getInstance(null as never),
    () => page.nim.on('a', undefined as never),
  ])
    expect(call).toThrow(expect.objectContaining({ code: 414 }) as Error)
})
