// Groups of the chat for stories: three named members, each with another device that sends commands.
import type { Page } from '@playwright/test'
import { createClient, type Client } from '../../im-sdk/src/client.ts'
import { createUploader } from '../../im-sdk/src/upload/uploader.ts'
import { desktop, findText, phone } from './conversation-steps.ts'
import { controlSockets } from './socket-network.ts'
import { createMember, enterAs, expect, type Member } from './visitor.ts'

export type GroupMember = Member & { page: Page; accid: string; device: Client; name: string }
export type TestGroup = { owner: GroupMember; members: GroupMember[]; ref: { scene: 'team'; teamId: string } }

/** Connects another device of the account that is signed in on this page. */
async function openDevice(page: Page): Promise<{ accid: string; device: Client }> {
  const reply = await page.request.get('/prod-api/neteaseUser/getUser')
  const { accid, token } = ((await reply.json()) as { data: { accid: string; token: string } }).data
  await page.goto('/im/index')
  const { origin } = new URL(page.url())
  const device = createClient({ url: origin, account: accid, token: () => token, transports: ['websocket'] })
  device.connect()
  await expect.poll(() => device.store.hasSynced).toBe(true)
  return { accid, device }
}

/** A new member with a name for the group, on this page and on another device. */
export async function openMember(page: Page, name: string): Promise<GroupMember> {
  const member = await createMember(page.request)
  await enterAs(page, member.username, member.password)
  return { ...member, ...(await openDevice(page)), page, name }
}

/** Creates a group of three: the owner on a desktop, a member on a phone, and another one on a desktop. */
export async function createGroup(
  open: (options?: object) => Promise<Page>,
  fields: { joinMode?: 'needVerify'; beInviteMode?: 'needVerify' } = {},
): Promise<TestGroup> {
  const pages = [await open({ viewport: desktop }), await open({ viewport: phone, hasTouch: true }), await open()]
  const names = ['王敏', '李云', '周宁']
  const people: GroupMember[] = []
  // one after the other, because the list of members follows the order of the accounts
  for (const [i, page] of pages.entries()) people.push(await openMember(page, names[i]!)) // oxlint-disable-line no-await-in-loop -- in order
  const [owner, ...members] = people
  const { state } = await owner!.device.request('team.createTeam', {
    type: 'advanced',
    name: '夜读小组',
    beInviteMode: 'noVerify',
    accounts: members.map(({ accid }) => accid),
  })
  const ref = { scene: 'team', teamId: state.team.teamId } as const
  if (Object.keys(fields).length > 0) await owner!.device.request('team.updateTeam', { ...ref, ...fields })
  await Promise.all(
    [owner!, ...members].map(({ device, name }) =>
      device.request('team.updateInfoInTeam', { ...ref, nickInTeam: name }),
    ),
  )
  return { owner: owner!, members, ref }
}

export const closeDevices = ({ owner, members }: TestGroup): void =>
  [owner, ...members].forEach(({ device }) => device.disconnect())

export const openGroup = ({ page }: GroupMember, { ref }: TestGroup) => page.goto(`/im/index?team=${ref.teamId}`)
/** A group that its first member has open, on a network that the story cuts. */
export async function openGroupOnNetwork(open: (options?: object) => Promise<Page>) {
  const group = await createGroup(open)
  const li = group.members[0]!
  const network = await controlSockets(li.page)
  await openGroup(li, group)
  await sendFromDevice(group.owner, group, '欢迎大家')
  await expect(findText(li.page, '欢迎大家')).toBeVisible()
  return { group, li, network }
}
export const locateRow = ({ page }: GroupMember, { ref }: TestGroup) =>
  page.getByRole('navigation', { name: '会话' }).locator(`a[href$="team=${ref.teamId}"]`)

/** Accepts an invitation in its open dialog. An empty nickname keeps the usual name. */
export async function joinAsInvited(page: Page, nickname = ''): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '加入小组' })
  await dialog.getByLabel('我在本组的昵称（选填）').fill(nickname)
  await dialog.getByRole('button', { name: '加入', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

/** Sends a text from another device; with `mentioned`, it mentions these accounts. */
export function sendFromDevice(
  { device }: GroupMember,
  { ref: { scene, teamId } }: TestGroup,
  text: string,
  mentioned?: readonly GroupMember[],
) {
  const apns = mentioned && { forcePush: true, accounts: mentioned.map(({ accid }) => accid) }
  const content = { type: 0, text, ...(apns && { apns }) } as const
  return device.send({ scene, to: teamId, idClient: crypto.randomUUID(), content })
}

/** Uploads a document from another device, and sends it to the group. */
export async function sendDocument(
  { page, device }: GroupMember,
  { ref: { scene, teamId } }: TestGroup,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
) {
  const { origin } = new URL(page.url())
  const upload = createUploader({ request: device.request, urls: [origin] })
  const file = await upload({ type: 'file', fileObject: new File([bytes], name, { type: 'application/pdf' }) })
  return device.send({ scene, to: teamId, idClient: crypto.randomUUID(), content: { type: 6, file } })
}
