// Tests that pages keep the state of the server when every callback throws: messages, relations, friends, system
// messages and unread counts, also in the local database.
import '../../../test/indexed-db.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import reference from '../../../../portal/src/im-docs/reference.json' with { type: 'json' }
import { createSuperTeam } from '../../../../server/test/steps/super-teams.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import type { SocketServer } from '../../../../server/src/socket/socket.ts'
import { closePages, findSession, getHistory, openPage, textsOf, type Page } from '../../../test/page.ts'
import { acceptFriend, useMarks, useSuperTeam, useTeam } from '../../../test/page-life.ts'
import { createPerson, until, type ChatPerson } from '../../../test/people.ts'
import {
  callThrowing,
  collectUncaught,
  createChance,
  openThrowingPage,
  type Chance,
} from '../../../test/throwing-pages.ts'
import type { NimMessage } from '../present/messages.ts'

const server = useTestServer()
let url = ''
let socketServer: SocketServer
beforeAll(async () => {
  ;({ url, socketServer } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)
const uncaught = collectUncaught()

/** Callbacks that no action of these tests causes: none restores a backup of the server's database. */
const uncalled = ['onhistoryreset']

type Lists = Record<'blacklist' | 'mutelist', { account: string }[]> & {
  msgs: NimMessage[]
  sysMsgs: { type: string }[]
}
/** Reads the lists of a page from its device; relations have no local list. */
async function readDevice(page: Page, peer: string, chance: Chance) {
  const ask = <T = Lists>(method: string, options: object = {}) => callThrowing<T>(page, chance, method, options)
  const { msgs } = await ask('getLocalMsgs', { sessionId: `p2p-${peer}`, limit: 500, desc: false })
  const { sysMsgs } = await ask('getLocalSysMsgs', { limit: 500, reverse: true })
  const { blacklist, mutelist } = await ask('getRelations')
  const friends = await ask<{ account: string; alias: string }[]>('getFriendsFromDB')
  const session = findSession(page, peer)
  return {
    texts: textsOf(msgs),
    failed: msgs.filter(({ status }) => status !== 'success').length + page.nim.client.store.unsent.size,
    sysMsgs: sysMsgs.map(({ type }) => type),
    relations: [blacklist, mutelist].map((list) => list.map(({ account }) => account)),
    friends: friends.map(({ account, alias }) => [account, alias]),
    unread: session?.unread,
    lastText: session?.lastMsg?.text,
  }
}

/** Random actions of Ann and Bob, and the state to which they lead. */
function createActions({ ann, tab, bob, eve }: Record<'ann' | 'tab' | 'bob', Page> & { eve: string }, chance: Chance) {
  const stored: NimMessage[] = []
  const notices: string[] = []
  const marks = { Blacklist: new Set<string>(), Mutelist: new Set<string>() }
  const state = { stored, notices, marks, alias: '' as string | null }
  let count = 0
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!
  const ask = <T>(page: Page, method: string, options: object) => callThrowing<T>(page, chance, method, options)
  const to = { scene: 'p2p', to: bob.accid }
  const mark = async (list: keyof typeof marks) => {
    const isAdd = !marks[list].delete(eve)
    if (isAdd) marks[list].add(eve)
    await ask(ann, `markIn${list}`, { account: eve, isAdd })
  }
  const send = async (from: Page, receiver: Page) => {
    count += 1
    stored.push(await ask<NimMessage>(from, 'sendText', { scene: 'p2p', to: receiver.accid, text: `第${count}句` }))
  }
  const pickOwn = async () => {
    if (!stored.some(({ from }) => from === ann.accid)) await send(ann, bob)
    return pick(stored.filter(({ from }) => from === ann.accid))
  }
  const actions = {
    sendFromAnn: () => send(ann, bob),
    sendFromBob: () => send(bob, ann),
    async modify() {
      const message = await pickOwn()
      const params = { text: `改${(count += 1)}` }
      stored[stored.indexOf(message)] = (
        await ask<{ message: NimMessage }>(ann, 'modifyMessage', { message, params })
      ).message
    },
    async receipt() {
      const { idClient } = await pickOwn()
      const findReceived = () => ask<NimMessage | null>(bob, 'getLocalMsgByIdClient', { idClient })
      await until(async () => (await findReceived())?.idClient === idClient, 'the message')
      await ask(bob, 'sendMsgReceipt', { msg: await findReceived() })
    },
    read: () => ask(bob, 'resetSessionUnread', { sessionId: `p2p-${ann.accid}` }),
    markBlacklist: () => mark('Blacklist'),
    markMutelist: () => mark('Mutelist'),
    async friend() {
      await ask(ann, state.alias === null ? 'addFriend' : 'deleteFriend', { account: bob.accid, delAlias: true })
      notices.push(state.alias === null ? 'addFriend' : 'deleteFriend')
      state.alias = state.alias === null ? '' : null
    },
    async updateFriend() {
      if (state.alias === null) return
      state.alias = `同学${(count += 1)}`
      await ask(ann, 'updateFriend', { account: bob.accid, alias: state.alias })
    },
    customSysMsg: () => ask(ann, 'sendCustomSysMsg', { ...to, content: '{"typing":1}' }),
    myInfo: () => ask(ann, 'updateMyInfo', { sign: `${count}` }),
    serverSession: () => ask(ann, 'updateServerSession', { ...to, extra: `${count}` }),
    event: () => ask(ann, 'publishEvent', { type: 100_002, value: 1, custom: `${count}` }),
    drop: async () => pick([ann, tab, bob]).nim.client.drop(),
    async recall() {
      const msg = await pickOwn()
      await ask(ann, 'recallMsg', { msg })
      stored.splice(stored.indexOf(msg), 1)
      notices.push('deleteMsg')
    },
  }
  const texts = Array.from({ length: 6 }, () => [actions.sendFromAnn, actions.sendFromBob])
  return { actions, deck: [...Object.values(actions), ...texts.flat()], pick, state, send }
}

test.each([1, 2])(
  'keeps messages, lists and local data right when every callback throws (seed %i)',
  async (seed) => {
    const chance = createChance(seed)
    const called = new Set<string>()
    const [annPerson, bobPerson] = [await createPerson(server(), url), await createPerson(server(), url)]
    const evePage = await openPage(server(), url, { person: await createPerson(server(), url, 'counsellor') })
    const eve = evePage.accid
    const open = (person: ChatPerson, db = true) => openThrowingPage(server(), url, { person, chance, called, db })
    const [ann, tab, bob] = [await open(annPerson), await open(annPerson), await open(bobPerson)]
    const { actions, deck, pick, state, send } = createActions({ ann, tab, bob, eve }, chance)

    // each action once, and then at random
    await acceptFriend(ann, evePage, chance)
    await send(bob, ann)
    await callThrowing(bob, chance, 'addFriend', { account: ann.accid })
    await callThrowing(bob, chance, 'subscribeEvent', { type: 100_002, accounts: [ann.accid] })
    for (const act of Object.values(actions)) await act()
    for (let step = 0; step < 60; step += 1) await pick(deck)()
    // marks of messages reach only devices that are online
    await until(
      () => [ann, tab, bob].every(({ nim }) => nim.getLoginStatus() === 1),
      'the logins after lost connections',
    )
    // former friends in a group cannot write to each other
    if (state.alias === null) await actions.friend()
    await useMarks(ann, eve, chance)
    await useTeam(ann, bob, chance)
    await useSuperTeam(
      ...([ann, bob, chance] as const),
      await createSuperTeam(server(), ann.accid, { name: '年会', accounts: [bob.accid] }),
    )
    await callThrowing(evePage, chance, 'updateMyInfo', { nick: '李老师' })
    const fay = await open(await createPerson(server(), url, 'user', { hasAgreed: false }))
    await expect(callThrowing(fay, chance, 'sendText', { scene: 'p2p', to: eve, text: '老师您好' })).rejects.toThrow(
      '知情同意',
    )
    // an instance keeps its account, which `onerror` reports
    ann.nim.setOptions({ account: eve })
    // Bob misses an action of each kind, and a broadcast
    bob.nim.disconnect()
    await socketServer.broadcast('今晚维护')
    for (const name of ['sendFromAnn', 'modify', 'updateFriend', 'customSysMsg', 'recall'] as const)
      await actions[name]()
    for (let i = 0; i < 101; i += 1) await send(ann, bob)
    bob.nim.connect()
    const texts = textsOf(state.stored)
    await until(() => findSession(bob, ann.accid)?.lastMsg?.text === texts.at(-1), 'the messages that Bob missed')
    await until(() => findSession(tab, bob.accid)?.lastMsg?.text === texts.at(-1), 'the messages of the other tab')

    const relations = [state.marks.Blacklist, state.marks.Mutelist].map((accounts) => [...accounts])
    const of = { texts, failed: 0, lastText: texts.at(-1) }
    const friends = state.alias === null ? [] : [[bob.accid, state.alias]]
    const expectDevices = async (pages: readonly Page[], theirs: Page) => {
      const fresh = [
        await openPage(server(), url, { person: annPerson }),
        await openPage(server(), url, { person: bobPerson }),
      ]
      const [unreadOfAnn, unreadOfBob] = [
        findSession(fresh[0]!, bob.accid)!.unread,
        findSession(fresh[1]!, ann.accid)!.unread,
      ]
      for (const page of pages)
        expect(await readDevice(page, bob.accid, chance)).toMatchObject({
          ...of,
          relations,
          friends,
          unread: unreadOfAnn,
        })
      const ofBob = {
        ...of,
        relations: [[], []],
        friends: state.alias === null ? [] : [[ann.accid, '']],
        unread: unreadOfBob,
        sysMsgs: state.notices,
      }
      expect(await readDevice(theirs, ann.accid, chance)).toEqual(ofBob)
    }
    expect(textsOf(await getHistory(ann, bob.accid)).toReversed()).toEqual(texts.slice(-100))
    await expectDevices([ann, tab], bob)
    // what the database has after a reload
    for (const page of [ann, bob]) await page.nim.core.persistence.flush()
    closePages()
    await expectDevices([await open(annPerson)], await open(bobPerson))
    await open(bobPerson, false)
    expect(Object.keys(reference.callbacks).filter((name) => !called.has(name))).toEqual(uncalled)
    expect(uncaught.length).toBeGreaterThan(called.size)
    expect(uncaught.filter((error) => (error as Error).message !== 'of the page')).toEqual([])
  },
  120_000,
)
