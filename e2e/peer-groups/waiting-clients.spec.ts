// Stories of clients whose application to a counsellor-led group waits: under an older consent text, and until the
// leader invites them.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { locateDialog } from '../support/console.ts'
import { phone } from '../support/conversation-steps.ts'
import { applyWithConsent, makeConsentsOld, openApplicant, openLedGroup } from '../support/led-group-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { enterAs, expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

test('an applicant who waits under an older text reads the new one, and the leader accepts', async ({ open }) => {
  test.setTimeout(240_000)
  const group = await openLedGroup(open, 'doctor4')
  const { leader, id, title } = group
  const client = await openApplicant(open, group, '小舟')
  await makeConsentsOld(id)

  // the leader cannot accept yet, and reads that the applicant was asked
  const href = `/groups/detail?id=${id}`
  await leader.goto(href)
  await locateButton(leader, '接受小舟的申请').click()
  await expect(leader.locator('#toasts')).toContainText('系统已通知申请人')
  await takePicture(leader, '带领者-申请人待确认', { isWhole: false })

  await expect(async () => {
    await client.goto('/message/index')
    await client.getByText(`团体辅导“${title}”的知情同意书有新版本`).click({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expect(client.getByText(/还没有通过：知情同意书有新版本.*带领者才能审核/)).toBeVisible()
  await expectFitsWidth(client, 320)
  await expectAccessible(client, '团体-申请-新同意书')
  await takePicture(client, '团体-申请-新同意书')
  await locateButton(client, '阅读新的同意书').click()
  await expect(locateDialog(client).getByText(/语音或视频通话/)).toBeVisible()
  await locateButton(client, '同意新的同意书').click()
  await expect(client.getByText(/正在等待带领者审核/)).toBeVisible()
  await expect(locateButton(client, '阅读新的同意书')).toHaveCount(0)
  await takePicture(client, '团体-申请-已同意')

  await locateButton(leader, '接受小舟的申请').click()
  await expect(leader.getByText('现在没有待审核的申请')).toBeVisible()
  await client.reload()
  await expect(client.getByText('您在小组里的称呼：小舟')).toBeVisible()
})

test('a client whose application waits accepts an invitation of the leader', async ({ open }) => {
  test.setTimeout(240_000)
  const { leader, id, title } = await openLedGroup(open, 'doctor2')
  const client = await open({ viewport: phone, hasTouch: true })
  await enterAs(client, 'member5')
  await applyWithConsent(client, id, '远山')

  await leader.goto(`/groups/detail?id=${id}`)
  const invite = leader.getByRole('button', { name: /^邀请来访者/ }).last()
  await invite.click()
  await locateDialog(leader).getByRole('button', { name: '邀请', exact: true }).click()
  await expect(leader.locator('#toasts')).toContainText('邀请已发出')
  await takePicture(leader, '带领者-邀请申请人')

  await client.goto('/message/index')
  await client.getByText(`邀请您参加团体辅导“${title}”`).click()
  await expect(client.getByText(/您以申请时的称呼“远山”直接加入/)).toBeVisible()
  await expectFitsWidth(client, 320)
  await expectAccessible(client, '团体-申请中受邀')
  await takePicture(client, '团体-申请中受邀')
  // with a consent to an older text, the client reads the new one before
  await makeConsentsOld(id)
  await client.reload()
  await expect(client.getByText(/然后就可以接受带领者的邀请/)).toBeVisible()
  await expect(locateButton(client, '接受邀请')).toHaveCount(0)
  await locateButton(client, '阅读新的同意书').click()
  await locateButton(client, '同意新的同意书').click()
  await locateButton(client, '接受邀请').click()
  await expect(client.getByText('您在小组里的称呼：远山')).toBeVisible()
  await client.getByRole('link', { name: '进入小组交流' }).click()
  await expect(client).toHaveURL(/\/im\/index\?team=\d+$/)
  await leader.reload()
  await expect(leader.getByText('现在没有待审核的申请')).toBeVisible()
})

test('an invited client declines, which the leader sees in the list', async ({ open }) => {
  test.setTimeout(240_000)
  const { leader, id, title } = await openLedGroup(open, 'doctor2')
  const client = await open({ viewport: phone, hasTouch: true })
  await enterAs(client, 'member5')
  await leader.goto(`/groups/detail?id=${id}`)
  await leader
    .getByRole('button', { name: /^邀请来访者/ })
    .last()
    .click()
  await locateDialog(leader).getByRole('button', { name: '邀请', exact: true }).click()
  await expect(leader.locator('#toasts')).toContainText('邀请已发出')
  await client.goto('/message/index')
  await client.getByText(`邀请您参加团体辅导“${title}”`).click()
  await expect(client.getByText(/不想参加可以谢绝/)).toBeVisible()
  await expectFitsWidth(client, 320)
  await takePicture(client, '团体-可以谢绝')
  await locateButton(client, '谢绝').click()
  await expectAccessible(client, '团体-谢绝邀请')
  await takePicture(client, '团体-谢绝邀请', { isWhole: false })
  await locateDialog(client).getByRole('button', { name: '谢绝', exact: true }).click()
  await expect(client.locator('#toasts')).toContainText('已谢绝邀请')
  await expect(locateButton(client, '申请加入')).toBeVisible()
  await expect(locateButton(client, '谢绝')).toHaveCount(0)
  await leader.reload()
  await expect(leader.getByText('已谢绝', { exact: true })).toBeVisible()
  await expectAccessible(leader, '带领者-已谢绝')
  await takePicture(leader, '带领者-已谢绝')
})
