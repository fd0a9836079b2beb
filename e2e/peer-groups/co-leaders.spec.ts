// Story of a co-leader whom the secretariat names for a running group: one declines, another one agrees.
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { locateDialog, openConsole } from '../support/console.ts'
import { desktop, phone } from '../support/conversation-steps.ts'
import { acceptApplication, openApplicant, openLedGroup } from '../support/led-group-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { enterAs, expect, locateButton, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

async function nameCoLeader(staff: Page, username: string): Promise<void> {
  await staff.getByLabel('协同带领者账号').fill(username)
  const saved = staff.waitForResponse((reply) => reply.request().method() === 'PUT')
  await locateButton(staff, '保存').click()
  expect(await (await saved).json()).toMatchObject({ code: 200 })
  await expect(staff.getByText(/同意后才加入小组、公开姓名/)).toBeVisible()
}

test('staff name a co-leader for a running group, and the name is public once the counsellor agrees', async ({
  open,
}) => {
  test.setTimeout(240_000)
  const group = await openLedGroup(open, 'doctor4')
  const { leader, id, title } = group
  const client = await openApplicant(open, group, '小舟')
  await acceptApplication(leader, id)

  const staff = await open({ viewport: desktop })
  await openConsole(staff, `/peer-groups/${id}`, 'service')
  await nameCoLeader(staff, 'doctor10')
  // a counsellor who has not answered can be replaced
  await nameCoLeader(staff, 'doctor9')
  await expectAccessible(staff, '后台-团体-等协同带领者')
  await takePicture(staff, '后台-团体-等协同带领者')

  // the first one declines
  const first = await open({ viewport: phone, hasTouch: true })
  await enterAs(first, 'doctor9')
  await first.goto('/message/index')
  await first.getByText(`一起带领团体辅导“${title}”`).click()
  await expect(first.getByText('组员会收到通知')).toBeVisible()
  await expectFitsWidth(first, 320)
  await expectAccessible(first, '协同带领-进行中的小组')
  await takePicture(first, '协同带领-进行中的小组')
  await locateButton(first, `谢绝协同带领${title}`).click()
  await expect(locateDialog(first).getByText('您的姓名不会公开')).toBeVisible()
  await takePicture(first, '协同带领-谢绝', { isWhole: false })
  await locateDialog(first).getByRole('button', { name: '谢绝', exact: true }).click()
  await expect(first.locator('#toasts')).toContainText('已回复')
  await expect(first.getByText(title)).toHaveCount(0)

  // the secretariat reads the answer, and names another one
  await staff.goto('/message/index')
  await staff.getByText(new RegExp(`谢绝协同带领团体辅导“${title}”`)).click()
  await expect(staff.getByLabel('协同带领者账号')).toHaveValue('')
  await nameCoLeader(staff, 'doctor8')
  await client.goto(`/groups/detail?id=${id}`)
  await expect(client.getByText('带领者 ·')).toHaveCount(1)
  const second = await open({ viewport: desktop })
  await enterAs(second, 'doctor8')
  await second.goto('/groups/lead')
  await locateButton(second, `同意协同带领${title}`).click()
  await expect(second.locator('#toasts')).toContainText('已回复')
  await second.getByRole('listitem').filter({ hasText: title }).getByRole('link', { name: '进入小组' }).click()
  await expect(second).toHaveURL(/\/im\/index\?team=\d+$/)

  // the client reads who leads now
  await client.goto('/message/index')
  await client.getByText(new RegExp(`团体辅导“${title}”从现在起由.*协同带领`)).click()
  await expect(client.getByText(/^协同带领者/)).toBeVisible()
  await takePicture(client, '团体-新的协同带领者')
  await leader.goto('/message/index')
  await expect(leader.getByText(new RegExp(`同意协同带领团体辅导“${title}”`))).toBeVisible()
})
