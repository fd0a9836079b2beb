// Stories of pictures and files in a group: sending and the end of access.
import { expectAccessible } from '../support/checks.ts'
import {
  givePicture,
  locateMessageBox,
  locatePictures,
  takeConversationPicture,
} from '../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup } from '../support/group-steps.ts'
import { expect, test } from '../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

test('three people share pictures, which a removed member cannot open any more', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members, ref } = group
  const [li, zhou] = [members[0]!, members[1]!]
  for (const member of [owner, li, zhou]) await openGroup(member, group) // oxlint-disable-line no-await-in-loop -- one by one
  await givePicture(owner.page, 'paste')
  await expect(locatePictures(li.page)).toHaveCount(1)
  await givePicture(li.page, 'drop')
  for (const { page } of [owner, li, zhou]) await expect(locatePictures(page)).toHaveCount(2) // oxlint-disable-line no-await-in-loop -- one by one
  const image = locatePictures(zhou.page).first().locator('img')
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(40)
  const address = (await image.getAttribute('src'))!
  expect((await zhou.page.request.get(address)).status()).toBe(200)
  await takeConversationPicture(owner.page, '小组图片')
  await takeConversationPicture(li.page, '小组图片')
  await expectAccessible(li.page, '小组图片')

  // a muted member has no input, and a dropped picture is ignored
  await owner.device.request('team.updateMuteStateInTeam', { ...ref, accounts: [zhou.accid], mute: true })
  await expect(locateMessageBox(zhou.page)).toHaveCount(0)
  await owner.device.request('team.removeTeamMembers', { ...ref, accounts: [zhou.accid] })
  await expect(zhou.page.getByText('您已被移出这个小组')).toBeVisible()
  expect((await zhou.page.request.get(address)).status()).toBe(404)
  closeDevices(group)
})
