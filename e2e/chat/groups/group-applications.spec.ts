// Story of a person who applies to a group by its card, is refused, applies again and is accepted under a nickname.
import { expectAccessible, expectFitsWidth } from '../../support/checks.ts'
import { phone, takeConversationPicture } from '../../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup, openMember } from '../../support/group-steps.ts'
import { expect, locateButton, test } from '../../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

test('a person applies with a nickname, is refused, applies again and is accepted', async ({ open }) => {
  const group = await createGroup(open, { joinMode: 'needVerify' })
  const { owner } = group
  const chen = await openMember(await open({ viewport: phone, hasTouch: true }), '陈静')
  await openGroup(owner, group)
  await openGroup(chen, group)
  const nickname = chen.page.getByLabel('我在本组的昵称')
  await chen.page.getByLabel('申请附言').fill('我也喜欢读书')
  await nickname.fill('李云')
  await locateButton(chen.page, '申请加入').click()
  await expect(chen.page.getByText('小组里已有人用这个称呼，请换一个')).toBeVisible()
  await expect(chen.page.getByLabel('申请附言')).toHaveValue('我也喜欢读书')
  await takeConversationPicture(chen.page, '申请加入的昵称被拒绝')
  await nickname.fill('小船')
  await locateButton(chen.page, '申请加入').click()
  await expect(chen.page.getByText('申请已发出')).toBeVisible()

  await owner.page.getByRole('button', { name: /^小组信息/ }).click()
  await expect(owner.page.getByText('想用昵称“小船”')).toBeVisible()
  await takeConversationPicture(owner.page, '申请写明昵称')
  await owner.page.getByRole('button', { name: /^拒绝/ }).click()
  await expect(chen.page.getByText('您的申请没有通过')).toBeVisible()
  await expect(chen.page.getByText('申请已发出')).toHaveCount(0)
  await takeConversationPicture(chen.page, '申请没有通过')
  await expectAccessible(chen.page, '申请没有通过')
  await expectFitsWidth(chen.page, 320)

  await nickname.fill('小船')
  await locateButton(chen.page, '申请加入').click()
  await expect(chen.page.getByText('申请已发出')).toBeVisible()
  await expect(chen.page.getByText('您的申请没有通过')).toHaveCount(0)
  await owner.page.getByRole('button', { name: /^同意/ }).click()
  await expect(chen.page.getByRole('heading', { name: '夜读小组（4人）' })).toBeVisible()
  await expect(owner.page.getByRole('log').getByText('同意小船加入小组')).toBeVisible()
  chen.device.disconnect()
  closeDevices(group)
})
