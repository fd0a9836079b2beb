// Stories of calls of counsellor-led groups with a real media server (Janus): a leader and members under aliases.
import { forEachInOrder } from '../../server/src/kit/async/for-each-in-order.ts'
import { createTestJanus, findNetworkInterface, sfuSecret, type TestJanus } from '../../server/test/stand-ins/janus.ts'
import { callLaunch, collectConnections, readOpenTracks } from '../support/call-steps.ts'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { locateDialog } from '../support/console.ts'
import { locateLog } from '../support/conversation-steps.ts'
import {
  enterCall,
  expectStreams,
  expectStreamsOfAll,
  joinByApi,
  leaveGroup,
  locatePerson,
  loseFirstSubscription,
  openCallGroup,
  readPathNames,
  readPaths,
  repeatReports,
} from '../support/group-call-steps.ts'
import { makeConsentsOld } from '../support/led-group-steps.ts'
import { createFolder, startOwnServer, stopOwnServer, type OwnServer } from '../support/own-server.ts'
import { takePicture } from '../support/pictures.ts'
import { relaySecret, startRelay } from '../../server/test/stand-ins/relay.ts'
import { enterAsNewMember, expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off', launchOptions: callLaunch })
test.describe.configure({ mode: 'serial' })

const relayPort = 3488
let server: OwnServer
let janus: TestJanus
let relay: Awaited<ReturnType<typeof startRelay>>
test.beforeAll(async () => {
  test.setTimeout(300_000)
  ;[janus, relay] = await Promise.all([createTestJanus(), startRelay(relayPort, findNetworkInterface().address)])
  const relayEnv = { TURN_URLS: `turn:127.0.0.1:${relayPort}`, TURN_SECRET: relaySecret }
  server = await startOwnServer(createFolder(), { env: { SFU_URL: janus.url, SFU_SECRET: sfuSecret, ...relayEnv } })
})
test.afterAll(async () => {
  await stopOwnServer(server)
  await Promise.all([janus.end(), relay.stop()])
})

test('a leader and two members see and hear each other under aliases, and the leader mutes and removes', async ({
  open,
}) => {
  test.setTimeout(600_000)
  const group = await openCallGroup((options) => open({ ...options, baseURL: server.origin }), 'doctor2', [
    '小舟',
    '远山',
  ])
  const { leader, members, teamId, title } = group
  const [ann, bob] = [members[0]!, members[1]!]
  const sides = [leader, ann, bob]
  await ann.goto(`/im/group-call?team=${teamId}`)
  await expect(ann.getByRole('heading', { name: '现在没有进行中的团体通话' })).toBeVisible()
  await expectAccessible(ann, '团体通话-没有通话')
  await takePicture(ann, '团体通话-没有通话')
  await ann.goto(`/im/index?team=${teamId}`)
  await leader.goto(`/im/index?team=${teamId}`)
  await leader.getByRole('link', { name: '发起团体通话' }).click()
  await expect(leader.getByLabel('我的画面')).toBeVisible()
  await expectAccessible(leader, '团体通话-设备检查')
  await takePicture(leader, '团体通话-设备检查')
  await locateButton(leader, '发起团体通话').click()
  await expect(leader.getByText('还没有成员加入')).toBeVisible()
  await takePicture(leader, '团体通话-一人', { isWhole: false })

  await test.step('members find the call in the chat', async () => {
    await expect(locateLog(ann).getByText('发起了团体通话')).toBeVisible()
    const bar = ann.getByRole('region', { name: '团体通话' })
    await expect(bar).toContainText('团体通话进行中')
    await expectAccessible(ann, '团体通话-加入')
    await takePicture(ann, '聊天-团体通话进行中', { isWhole: false })
    await bar.getByRole('link', { name: '加入' }).click()
    await locateButton(ann, '加入通话').click()
    await enterCall(bob, group, '加入通话')
    await expectStreamsOfAll(sides, { pictures: 2, sounds: 2 })
    for (const side of sides) expect(await readPaths(side)).toEqual(['relay'])
    await expect(locatePerson(ann, '远山')).toBeVisible()
    await expect(locatePerson(bob, '我（远山）')).toBeVisible()
    await expect(leader.getByText('线路良好')).toBeVisible()
    await expectAccessible(leader, '团体通话')
    await expectFitsWidth(ann, 320)
    await takePicture(leader, '团体通话-三人-带领者', { isWhole: false })
    await takePicture(ann, '团体通话-三人-成员', { isWhole: false })
  })

  await test.step('an outsider learns nothing', async () => {
    const eve = await open({ baseURL: server.origin, permissions: ['camera', 'microphone'] })
    await collectConnections(eve)
    await enterAsNewMember(eve, eve.request)
    await eve.goto(`/im/group-call?team=${teamId}`)
    await expect(eve.getByText(title)).toHaveCount(0)
    await expect(eve.getByText('您访问的内容不存在或已下线')).toBeVisible()
  })

  await test.step('a member mutes themselves, and another one is muted by the leader', async () => {
    await locateButton(bob, '静音').click()
    await expect(locatePerson(leader, '远山')).toContainText('已静音')
    await locateButton(bob, '取消静音').click()
    await locateButton(leader, '让小舟静音').click()
    await expect(ann.getByText('带领者已将您静音')).toBeVisible()
    await expect(locateButton(ann, '已被静音')).toBeDisabled()
    await expectStreamsOfAll(sides, { pictures: 2, sounds: 1 }, [bob])
    await takePicture(ann, '团体通话-被静音', { isWhole: false })
    // a page that goes on sending is not heard either
    await ann.evaluate(() => {
      for (const connection of (window as typeof window & { connections: RTCPeerConnection[] }).connections)
        for (const { track } of connection.getSenders()) if (track?.kind === 'audio') track.enabled = true
    })
    await expectStreamsOfAll(sides, { pictures: 2, sounds: 1 }, [bob])
    await ann.reload()
    await expect(ann.getByText('带领者已将您静音')).toBeVisible()
    await expectStreamsOfAll(sides, { pictures: 2, sounds: 2 }, [ann])
    await expectStreamsOfAll(sides, { pictures: 2, sounds: 1 }, [bob])
    await locateButton(leader, '允许小舟发言').click()
    await expect(ann.getByText('带领者已将您静音')).toHaveCount(0)
    await locateButton(ann, '取消静音').click()
    await expectStreamsOfAll(sides, { pictures: 2, sounds: 2 }, [bob])
  })

  await test.step('a change of the network restarts the paths of the same connections', async () => {
    const before = await readPathNames(ann)
    await ann.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(async () => (await readPathNames(ann)).filter((name) => before.includes(name))).toEqual([])
    expect(await readPathNames(ann)).toHaveLength(before.length)
    await expectStreamsOfAll(sides, { pictures: 2, sounds: 2 })

    await locateButton(leader, '共享屏幕').click()
    await expect(ann.locator('.group-tile[data-sharing=true]')).toContainText('带领者')
    await expectStreamsOfAll([bob], { pictures: 2, sounds: 2 }, [ann])
    await takePicture(ann, '团体通话-共享屏幕', { isWhole: false })
    await locateButton(leader, '停止共享').click()
    await expect(ann.locator('.group-tile[data-sharing=true]')).toHaveCount(0)
  })

  await test.step('Janus dies and comes back', async () => {
    await janus.stop()
    await expect(leader.getByText('网络不稳，正在重新连接…')).toBeVisible({ timeout: 60_000 })
    await takePicture(leader, '团体通话-重新连接', { isWhole: false })
    await janus.start()
    await expectStreamsOfAll(sides, { pictures: 2, sounds: 2 })

    await locateButton(leader, '请小舟离开通话').click()
    await takePicture(leader, '团体通话-请离开', { isWhole: false })
    await locateDialog(leader).getByRole('button', { name: '请离开' }).click()
    await expect(ann.getByRole('heading', { name: '带领者已请您离开这次通话' })).toBeVisible()
    await takePicture(ann, '团体通话-被请离')
    expect(await readOpenTracks(ann)).toBe(0)
    await expect(locatePerson(leader, '小舟')).toHaveCount(0)
    await ann.reload()
    await expect(ann.getByRole('heading', { name: '您不能加入这次通话' })).toBeVisible()
    await expectStreamsOfAll([leader, bob], { pictures: 1, sounds: 1 })

    await locateButton(leader, '结束通话').click()
    await locateDialog(leader).getByRole('button', { name: '结束通话' }).click()
    for (const side of [leader, bob])
      await expect(side.getByRole('heading', { name: '带领者结束了通话' })).toBeVisible()
    expect(await readOpenTracks(bob)).toBe(0)
    await takePicture(bob, '团体通话-结束')
    await bob.getByRole('link', { name: '返回小组聊天' }).click()
    await expect(locateLog(bob).getByText(/^团体通话 \d+:\d\d，3人参加$/)).toBeVisible()
    await expect(bob.getByRole('region', { name: '团体通话' })).toHaveCount(0)
    await takePicture(bob, '聊天-团体通话记录', { isWhole: false })
  })
})

test('each of four people receives the other three, also after one has left and returned', async ({ open }) => {
  test.setTimeout(600_000)
  const aliases = ['小舟', '远山', '白鹭']
  const group = await openCallGroup((options) => open({ ...options, baseURL: server.origin }), 'doctor6', aliases)
  const { leader, members } = group
  await enterCall(leader, group, '发起团体通话')
  await forEachInOrder(members, (member) => enterCall(member, group, '加入通话'))
  const people = [leader, ...members]
  await expectStreamsOfAll(people, { pictures: 3, sounds: 3 })
  const [ann] = members
  await locateButton(ann!, '离开').click()
  await expect(locatePerson(leader, '小舟')).toHaveCount(0)
  const others = people.filter((page) => page !== ann)
  await expectStreamsOfAll(others, { pictures: 2, sounds: 2 })
  await enterCall(ann!, group, '加入通话')
  await expectStreamsOfAll(people, { pictures: 3, sounds: 3 })
})

test('a member who agreed to an older text reads the new one, and enters the call again', async ({ open }) => {
  test.setTimeout(240_000)
  const openHere = (options?: object) => open({ ...options, baseURL: server.origin })
  const group = await openCallGroup(openHere, 'doctor4', ['小舟'])
  const { leader, members, id, teamId, title } = group
  const member = members[0]!
  await enterCall(leader, group, '发起团体通话')
  await makeConsentsOld(id, server.folder)

  // the notice in the chat leads to the call, and the call to the new consent
  await member.goto(`/im/index?team=${teamId}`)
  await member.getByRole('region', { name: '团体通话' }).getByRole('link', { name: '加入' }).click()
  await expect(member.getByRole('heading', { name: '请先阅读新的知情同意书' })).toBeVisible()
  await expectFitsWidth(member, 320)
  await expectAccessible(member, '团体通话-新同意书')
  await takePicture(member, '团体通话-新同意书')

  // the notice about the new text leads to the same form
  await expect(async () => {
    await member.goto('/message/index')
    await member.getByText(`团体辅导“${title}”的知情同意书有新版本`).click({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expect(member.getByText('您在小组里的称呼：小舟')).toBeVisible()
  await expectFitsWidth(member, 320)
  await expectAccessible(member, '团体-新同意书')
  await takePicture(member, '团体-成员-新同意书')
  await locateButton(member, '阅读新的同意书').click()
  await expect(locateDialog(member).getByText(/语音或视频通话/)).toBeVisible()
  await expectAccessible(member, '团体-阅读新同意书')
  await takePicture(member, '团体-阅读新同意书', { isWhole: false })
  await locateButton(member, '同意新的同意书').click()
  await expect(member.locator('#toasts')).toContainText('已同意新版知情同意书')
  await expect(locateButton(member, '阅读新的同意书')).toHaveCount(0)
  await takePicture(member, '团体-成员-已同意')

  await enterCall(member, group, '加入通话')
  await expectStreamsOfAll([leader, member], { pictures: 1, sounds: 1 })
  await expect(locatePerson(leader, '小舟')).toBeVisible()
})

test('ten people fill the screen, and the eleventh waits', async ({ open }) => {
  test.setTimeout(240_000)
  const aliases = ['小舟', '远山', '青禾', '晚风', '听雨', '南枝', '星河', '白鹭', '长安', '半夏']
  const openHere = (options?: object) => open({ ...options, baseURL: server.origin })
  const group = await openCallGroup(openHere, 'doctor3', aliases)
  const { leader, members } = group
  await enterCall(leader, group, '发起团体通话')
  for (const member of members.slice(0, 9)) await joinByApi(member, group)
  await expect(leader.getByRole('list', { name: '参加者' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessible(leader, '团体通话-十人')
  await expectFitsWidth(leader, 320)
  await takePicture(leader, '团体通话-十人')
  const late = members[9]!
  await late.goto(`/im/group-call?team=${group.teamId}`)
  await locateButton(late, '加入通话').click()
  await expect(late.getByText('通话已满10人')).toBeVisible()
  await takePicture(late, '团体通话-已满')

  // a member who leaves the group leaves the call, so that another one gets a place
  await leaveGroup(members[0]!, group)
  await expect(locatePerson(leader, '小舟')).toHaveCount(0)
  // the reply to the first request of this page is lost
  await loseFirstSubscription(late)
  await locateButton(late, '重新加入').click()
  await locateButton(late, '加入通话').click()
  await expectStreamsOfAll([leader, late], { pictures: 1, sounds: 1 }, [late])
  await leaveGroup(late, group)
  await expect(late.getByRole('heading', { name: '您已不在这个小组里，通话已结束' })).toBeVisible()
  await expect(locatePerson(leader, '半夏')).toHaveCount(0)

  // a page that ignores the end of its membership receives nothing any more either
  const deaf = members[1]!
  await enterCall(deaf, group, '加入通话')
  await expectStreamsOfAll([leader, deaf], { pictures: 1, sounds: 1 }, [deaf])
  await repeatReports(deaf)
  await leaveGroup(deaf, group)
  await expect(locatePerson(leader, '远山')).toHaveCount(0)
  await expectStreams(deaf, { pictures: 0, sounds: 0 })
  await expectStreams(leader, { pictures: 0, sounds: 0 })
})
