// Stories of links to groups: the owner copies one, and people join by it, also after signing in.
import { expectAccessible, expectFitsWidth } from '../../support/checks.ts'
import { desktop, phone, sendText, takeConversationPicture } from '../../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup, openMember } from '../../support/group-steps.ts'
import { createMember, enterAs, expect, locateButton, locateField, test } from '../../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

test('people join a group by a link after signing in, and by its code', async ({ open }) => {
  const group = await createGroup(open)
  const { owner } = group
  await openGroup(owner, group)
  await locateButton(owner.page, '小组信息').click()
  await locateButton(owner.page, '邀请成员').click()
  await locateButton(owner.page, '取得邀请链接').click()
  const address = await locateField(owner.page, '链接').inputValue()
  const code = new URL(address).searchParams.get('invite')!
  await expect(owner.page.getByText(code, { exact: true })).toBeVisible()
  await takeConversationPicture(owner.page, '小组邀请链接')
  await expectAccessible(owner.page, '小组邀请链接')

  // a person without a session signs in first, and goes on
  const guest = await open({ viewport: phone, hasTouch: true })
  const { username, password } = await createMember(guest.request)
  await guest.context().clearCookies()
  await guest.goto(address)
  await expect(guest).toHaveURL(/\/login\/index/)
  await locateField(guest, '账号').fill(username)
  await locateField(guest, '密码').fill(password)
  await guest.getByRole('main').getByRole('button', { name: '登录', exact: true }).click()
  const dialog = guest.getByRole('dialog', { name: '加入小组' })
  await expect(dialog).toContainText('夜读小组')
  await expect(dialog).toContainText('现有3人')
  await takeConversationPicture(guest, '加入小组')
  await expectAccessible(guest, '加入小组')
  await expectFitsWidth(guest, 320)
  // a refused nickname keeps the person out, and stays in the field
  const nickname = dialog.getByLabel('我在本组的昵称')
  await nickname.fill('李云')
  await dialog.getByRole('button', { name: '加入', exact: true }).click()
  await expect(dialog.getByText('小组里已有人用这个称呼，请换一个')).toBeVisible()
  await expect(nickname).toBeFocused()
  await expect(nickname).toHaveValue('李云')
  await takeConversationPicture(guest, '加入小组的昵称被拒绝')
  await expect(owner.page.getByRole('heading', { name: '夜读小组（3人）' })).toBeVisible()
  await nickname.fill('小河')
  await dialog.getByRole('button', { name: '加入', exact: true }).click()
  await expect(guest).toHaveURL(`/im/index?team=${group.ref.teamId}`)
  await expect(guest.getByRole('heading', { name: '夜读小组（4人）' })).toBeFocused()
  await sendText(guest, '大家好')
  await expect(owner.page.locator('.chat-line', { hasText: '大家好' })).toContainText('小河')

  // another one types the code
  const other = await open({ viewport: desktop })
  const { username: name, password: secret } = await createMember(other.request)
  await enterAs(other, name, secret)
  await other.goto('/im/index')
  await locateButton(other, '用邀请码加入小组').click()
  const question = other.getByRole('dialog', { name: '加入小组' })
  await question.getByLabel('邀请码').fill('ABCDEFGH23')
  await question.getByRole('button', { name: '下一步' }).click()
  await expect(question.getByText('邀请已失效，请向组员要新的邀请链接')).toBeVisible()
  await question.getByLabel('邀请码').fill(` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)}`)
  await question.getByRole('button', { name: '下一步' }).click()
  await question.getByRole('button', { name: '加入', exact: true }).press('Enter')
  await expect(other.getByRole('heading', { name: '夜读小组（5人）' })).toBeFocused()
  await takeConversationPicture(other, '加入后的小组')

  await test.step('a third one opens the address of the group, which is open to everyone', async () => {
    const third = await open({ viewport: desktop })
    const chen = await openMember(third, '陈静')
    await owner.device.request('team.updateTeam', { ...group.ref, joinMode: 'noVerify' })
    await openGroup(chen, group)
    await locateButton(third, '加入小组').press('Enter')
    await expect(third.getByRole('heading', { name: '夜读小组（6人）' })).toBeFocused()
    chen.device.disconnect()
  })

  await test.step('the panel shows the same link when it opens again', async () => {
    await locateButton(owner.page, '返回小组信息').click()
    await locateButton(owner.page, '邀请成员').click()
    await expect(owner.page.getByText(code)).toBeVisible()
  })

  await test.step('an ended link admits no one', async () => {
    await locateButton(owner.page, '停用链接').click()
    await expect(owner.page.locator('#toasts')).toContainText('邀请链接已停用')
    await other.goto(address)
    await expect(question.getByText('邀请已失效，请向组员要新的邀请链接')).toBeVisible()
    closeDevices(group)
  })
})
