// Runs the examples of the later sections of the developer documentation against a real server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usePrograms } from '../../../im-sdk/test/example-programs.ts'
import { createRoomApp, type RoomApp } from '../../../im-sdk/test/rooms.ts'
import { startLanguageModel } from '../../../server/test/stand-ins/language-model.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { sectionExamples } from './section-examples.ts'

const model = await startLanguageModel()
const server = useTestServer({ AI_URL: model.url, AI_MODEL: 'small', AI_APPS: '1,2,3,4' })
const { runProgram } = usePrograms()
let app: RoomApp
let values: Record<string, string>
beforeAll(async () => {
  const { url } = await server().listen({ isFrequencyLimited: false })
  app = await createRoomApp(server())
  const [ann, bob] = [await app.createMember('ann'), await app.createMember('bob')]
  await app.request('robot/create', { accid: 'nurse', name: '小护', prompt: '你是{{hospital}}的助手。' })
  values = {
    APP_KEY: app.appKey,
    ACCOUNT: 'ann',
    TOKEN: ann.token,
    FRIEND: 'bob',
    FRIEND_TOKEN: bob.token,
    ROBOT: 'nurse',
    CHATROOM: await app.createRoom('bob', { allowAnonymous: 'true' }),
    'https://im.example.cn': url,
  }
})
afterAll(model.close)

const outputs: Record<keyof typeof sectionExamples, string> = {
  notices: 'addTeamMembers：bob 加入“值班”\n成员：bob normal\n',
  chatroom: '小林进入讲座，身份 guest\n小林：大家好\n在线的游客：小林\n',
  anonymous: '路人进入讲座，身份 anonymous\n历史消息：1条\n403 匿名访客只能阅读\n',
  events: '没有订阅成功的账号：0个\nbob 上线\nbob 忙碌\n',
  call: 'bob 加入\n收到 offer\n通话结束，channelInValid 是 true\n',
  ai: 'question-1：周三上午可以来。\n',
}

test.each(Object.values(sectionExamples))(
  'runs the example $title',
  async ({ id, code }) => {
    model.behave({ parts: ['周三上午', '可以来。'] })
    const output = await runProgram(id, `import { Chatroom, NIM } from './index.js'\n${code}`, values)
    expect(output).toBe(outputs[id as keyof typeof outputs])
  },
  60_000,
)
