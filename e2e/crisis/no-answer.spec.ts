// Story of an alert whose writer does not answer: emergency numbers are one tap away, and one reason opens the contact
// that the writer has named in a booking.
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { phone } from '../support/conversation-steps.ts'
import { postJson } from '../support/counsellor-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, enterAsNewMember, expect, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

const getJson = async <T>(page: Page, path: string): Promise<T> =>
  ((await (await page.request.get(`/prod-api${path}`)).json()) as { data: T }).data

test('the alert offers emergency numbers and the contact of the writer', async ({ page, open, request }) => {
  test.setTimeout(240_000)
  const member = await open({ viewport: phone })
  const { username } = await enterAsNewMember(member, request)
  const { slots } = await getJson<{ slots: { start: number; mode: string }[] }>(member, '/booking/slots?counsellorId=1')
  const consent = await getJson<{ version: string; hash: string }>(member, '/booking/consent')
  await postJson(member, '/booking/add', {
    counsellorId: 1,
    start: slots.findLast(({ mode }) => mode !== 'offline')!.start,
    mode: 'online',
    topic: '考前睡不好',
    contactName: '赵先生',
    contactPhone: '13900005678',
    consentVersion: consent.version,
    consentHash: consent.hash,
  })
  await postJson(member, '/care/letter', { text: '我不想活了，药都准备好了', level: 'plan' })

  await page.setViewportSize(phone)
  await enterAs(page, 'service')
  await page.goto('/admin/care?state=open')
  await page.getByRole('link', { name: `查看并接手：${username}` }).click()
  const steps = page.getByRole('region', { name: '打不通电话时' })
  for (const number of ['120', '110', '12356']) {
    const link = steps.locator(`a[href="tel:${number}"]`)
    await expect(link).toBeVisible()
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  }
  await expect(steps).not.toContainText('赵先生')
  await locateButton(page, '查看对话与手机号').click()
  await page.getByRole('dialog').getByLabel('查看理由').fill('本人不接电话')
  await locateButton(page, '查看').click()
  const contact = steps.getByRole('link', { name: '13900005678' })
  await expect(contact).toHaveAttribute('href', 'tel:13900005678')
  expect((await contact.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await expect(steps).toContainText('联系紧急联系人：赵先生')
  await expectFitsWidth(page, 375)
  await expectAccessible(page, '打不通电话时')
  await takePicture(page, '打不通电话时')
  await page.goto('/dev/sms/inbox')
  await takePicture(page, '短信收件箱')
})
