// Story of a page in the habits of older SDKs, on the published script without an address of the server.
import type { Page } from '@playwright/test'
import { registerApp } from './chat-app.ts'
import { serveOtherSite } from './other-site.ts'
import { fixturePathOf, type ChatLogin } from './script-page.ts'
import { expect, test } from '../../support/visitor.ts'

declare global {
  interface Window {
    openTeam: (teamId: string) => void
    sendWithReaders: (text: string) => void
    readLast: () => void
    endCall: (to: string) => void
    createTeam: (name: string, account: string) => void
    acceptInvite: () => void
    sendToTeam: (text: string) => void
    muteMember: (account: string, mute: boolean) => void
    dismissTeam: () => void
    nim: {
      updateMyInfo: (info: object) => void
      deleteSession: (session: object) => void
      getLoginStatus: () => number
    }
  }
}

/** Opens pages of accounts of a new app on another site. */
async function openSite(open: () => Promise<Page>, server: string) {
  const site = await serveOtherSite({ '/': fixturePathOf('older-page.html') })
  const app = await registerApp(await open(), site.origin)
  const pageErrors: string[] = []
  const enter = async ({ accid, token }: ChatLogin): Promise<Page> => {
    const page = await open()
    page.on('pageerror', ({ message }) => pageErrors.push(message))
    const query = new URLSearchParams({ server, appKey: app.appKey, account: accid, token })
    await page.goto(`${site.origin}/?${query.toString()}`)
    return page
  }
  return { app, enter, pageErrors, close: () => site.close() }
}
const locateSessions = (page: Page) => page.getByRole('list', { name: '会话' }).getByRole('listitem')

test('a page in the habits of older SDKs shows the teams of its backend', async ({ open, baseURL }) => {
  const { app, enter, pageErrors, close } = await openSite(open, baseURL!)
  try {
    const [ann, bob, eve] = [
      await app.createAccount('安'),
      await app.createAccount('波'),
      await app.createAccount('夜'),
    ]
    const [a, b] = [await enter(ann), await enter(bob)]
    const b2 = await enter(bob)
    for (const [page, nick] of [
      [a, '安'],
      [b, '波'],
      [b2, '波'],
    ] as const)
      await expect(page.locator('#me')).toContainText(nick)
    const { tid } = await app.request('team/create', {
      owner: ann.accid,
      tname: '值班',
      members: JSON.stringify([bob.accid, eve.accid]),
      magree: '0',
    })
    for (const page of [a, b, b2]) await expect(locateSessions(page)).toHaveText([`${tid} 0 安邀请波、夜`])
    await a.evaluate((id) => window.openTeam(id), tid)
    await b.evaluate((id) => window.openTeam(id), tid)
    await expect(b.locator('#members')).toHaveText('波、夜、安')

    await a.evaluate(() => window.sendWithReaders('八点查房'))
    await expect(b2.locator('#sessions')).toContainText('安：八点查房')
    await expect(a.locator('#readers')).toHaveText('已读  未读 波、夜')
    await b.evaluate(() => window.readLast())
    await expect(a.locator('#readers')).toHaveText('已读 波 未读 夜')

    await app.request('team/addManager', { tid, owner: ann.accid, members: JSON.stringify([bob.accid]) })
    await expect(a.locator('#members')).toHaveText('波（管理员）、夜、安')
    await app.request('team/kick', { tid, owner: ann.accid, member: eve.accid })
    await expect(a.locator('#members')).toHaveText('波（管理员）、安')
    await expect(locateSessions(a)).toHaveText([`${tid} 0 安请出夜`])

    await b.evaluate((account) => window.endCall(account), ann.accid)
    await expect(locateSessions(a)).toHaveText([`${bob.accid} 1 通话 12 秒`, `${tid} 0 安请出夜`])
    await b.evaluate((to) => window.nim.deleteSession({ scene: 'p2p', to }), ann.accid)
    for (const page of [b, b2]) await expect(locateSessions(page)).toHaveCount(1)
    await b2.evaluate(() => window.nim.updateMyInfo({ sign: '在岗' }))
    await expect(b.locator('#me')).toHaveText('波 在岗')

    const { tid: hall } = await app.request('superteam/create', {
      owner: ann.accid,
      tname: '全院',
      inviteAccids: JSON.stringify([bob.accid]),
      beinvitemode: '1',
    })
    await expect(locateSessions(b)).toContainText([`${hall} 0 安邀请波`])
    expect(pageErrors).toEqual([])
  } finally {
    close()
  }
})

test('a page in the habits of older SDKs creates a team, invites, chats, mutes and dismisses', async ({
  open,
  baseURL,
}) => {
  const { app, enter, pageErrors, close } = await openSite(open, baseURL!)
  try {
    const [ann, bob] = [await app.createAccount('安'), await app.createAccount('波')]
    const [a, b] = [await enter(ann), await enter(bob)]
    for (const [page, nick] of [
      [a, '安'],
      [b, '波'],
    ] as const)
      await expect(page.locator('#me')).toContainText(nick)
    const locateEvents = (page: Page) => page.getByRole('list', { name: '事件' })
    const locateMessages = (page: Page) => page.getByRole('list', { name: '消息' })

    await a.evaluate((account) => window.createTeam('夜班', account), bob.accid)
    await expect(locateEvents(a)).toContainText('onCreateTeam 夜班')
    await expect(locateEvents(b)).toContainText('onsysmsg teamInvite 夜班')
    await expect(locateSessions(b)).toHaveCount(0)
    await b.evaluate(() => window.acceptInvite())
    await expect(locateEvents(a)).toContainText(`onAddTeamMembers ${bob.accid}`)
    await expect(locateEvents(b)).toContainText(`onAddTeamMembers ${bob.accid}`)
    await expect(b.locator('#members')).toContainText('安')

    await a.evaluate(() => window.sendToTeam('今晚你先查房'))
    await expect(locateMessages(b)).toContainText('安：今晚你先查房')
    await b.evaluate(() => window.sendToTeam('好的'))
    await expect(locateMessages(a)).toContainText('波：好的')
    await a.evaluate((account) => window.muteMember(account, true), bob.accid)
    await expect(locateEvents(b)).toContainText(`onUpdateTeamMembersMute ${bob.accid} true`)
    await b.evaluate(() => window.sendToTeam('听不到我吗'))
    await expect(b.locator('#fault')).toHaveText('2002 您在群里被禁言，暂时不能发送')
    await expect(locateMessages(a)).not.toContainText('听不到我吗')
    await a.evaluate((account) => window.muteMember(account, false), bob.accid)
    await expect(locateEvents(b)).toContainText(`onUpdateTeamMembersMute ${bob.accid} false`)
    await b.evaluate(() => window.sendToTeam('又能说了'))
    await expect(locateMessages(a)).toContainText('波：又能说了')

    await a.evaluate(() => window.dismissTeam())
    await expect(locateEvents(b)).toContainText('onDismissTeam')
    await expect(locateSessions(b)).toHaveCount(0)
    expect(pageErrors).toEqual([])
  } finally {
    close()
  }
})
