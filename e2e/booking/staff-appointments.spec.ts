// Stories of the secretariat and appointments: holidays block slots, contact data need a reason, sessions are
// cancelled. Also a story of duty staff who are notified of a crisis.
import type { Page } from '@playwright/test'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { openConsole } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, expect, createMember, test } from '../support/visitor.ts'

test.use({ trace: 'off' })
const desktop = { width: 1440, height: 900 }

type FreeSlot = { start: number; mode: string }
async function listSlots(page: Page, counsellorId: number): Promise<FreeSlot[]> {
  const reply = await page.request.get(`/prod-api/booking/slots?counsellorId=${counsellorId}`)
  return ((await reply.json()) as { data: { slots: FreeSlot[] } }).data.slots
}
/** A day in China, `2026-11-30`. */
const formatDayOfSlot = ({ start }: FreeSlot) => new Date(start * 60_000 + 8 * 3_600_000).toISOString().slice(0, 10)

test('a holiday of the console removes the slots of its day, and its deletion restores them', async ({
  page,
  open,
}) => {
  test.setTimeout(240_000)
  // a slot in the middle, because other stories book those of the first and the last day
  const listDays = async () => [...new Set((await listSlots(page, 6)).map(formatDayOfSlot))]
  const days = await listDays()
  const day = days[Math.floor(days.length / 2)]!
  await page.goto('/ConsultDetail/index?id=6')
  await enterAs(page, 'member1')
  await page.reload()
  await locateButton(page, '预约咨询').click()
  const shown = page.getByRole('dialog', { name: /^预约/ }).getByRole('group', { name: '日期' }).getByRole('button')
  // listed again, because a day ends with its last slot
  await expect(shown).toHaveCount((await listDays()).length)

  const staff = await open({ viewport: desktop })
  await openConsole(staff, `/calendar?year=${day.slice(0, 4)}`, 'admin')
  const name = '馆庆'
  await locateButton(staff, '添加').click()
  await expect(staff.getByText('请输入名称')).toBeVisible()
  await staff.getByLabel('名称').fill(name)
  await staff.getByPlaceholder('开始日期').fill(day)
  await staff.getByPlaceholder('开始日期').press('Enter')
  await staff.getByPlaceholder('结束日期').fill(day)
  await staff.getByPlaceholder('结束日期').press('Enter')
  await locateButton(staff, '添加').click()
  await expect(staff.getByText('保存成功')).toBeVisible()
  await expect(staff.getByRole('listitem').filter({ hasText: name })).toContainText('放假')
  await expectAccessible(staff, '节假日')
  await takePicture(staff, '节假日')

  await page.reload()
  await locateButton(page, '预约咨询').click()
  const daysOfHoliday = await listDays()
  await expect(shown).toHaveCount(daysOfHoliday.length)
  expect(daysOfHoliday).not.toContain(day)
  await staff.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: /^删除/ }).click()
  await expect(staff.getByRole('listitem').filter({ hasText: name })).toHaveCount(0)
  await page.reload()
  await locateButton(page, '预约咨询').click()
  const restoredDays = await listDays()
  await expect(shown).toHaveCount(restoredDays.length)
  expect(restoredDays).toContain(day)
})

test('contacts of an appointment need a reason; a cancellation notifies both sides', async ({ page, open }) => {
  test.setTimeout(240_000)
  await enterAs(page, 'member4')
  const free = (await listSlots(page, 7)).filter(({ mode }) => mode !== 'offline')
  // not in the middle, where the story of the holiday closes a day meanwhile
  const { start } = free[Math.floor(free.length / 4)]!
  const { data: consent } = (await (await page.request.get('/prod-api/booking/consent')).json()) as {
    data: { version: string; hash: string }
  }
  const topic = '备考期间睡不好'
  const made = await page.request.post('/prod-api/booking/add', {
    data: {
      counsellorId: 7,
      start,
      mode: 'online',
      topic,
      consentVersion: consent.version,
      consentHash: consent.hash,
    },
  })
  const reply = (await made.json()) as { code: number; data: { id: number } }
  expect(reply).toMatchObject({ code: 200, data: { state: 'booked' } })

  const staff = await open({ viewport: desktop })
  await openConsole(staff, '/bookings?state=booked', 'service')
  const row = staff.getByRole('row').filter({ has: staff.getByRole('cell', { name: `${reply.data.id}`, exact: true }) })
  await expect(row).toContainText('已预约')
  // only the counsellor sees the topic
  await expect(staff.getByText(topic)).toHaveCount(0)
  await expect(staff.getByText('13800000204')).toHaveCount(0)
  await row.getByRole('button', { name: '联系方式' }).click()
  const asked = staff.getByRole('dialog', { name: '查看来访者联系方式' })
  await asked.getByRole('button', { name: '查看' }).click()
  await expect(asked.getByText('请填写查看理由')).toBeVisible()
  const reason = `咨询师临时住院，逐一通知改期${reply.data.id}`
  await asked.getByLabel('查看理由').fill(reason)
  await asked.getByRole('button', { name: '查看' }).click()
  await expect(
    staff.getByRole('dialog', { name: '来访者联系方式', exact: true }).getByText('13800000204'),
  ).toBeVisible()
  await expectAccessible(staff, '来访者联系方式')
  await staff.keyboard.press('Escape')
  await expectFitsWidth(staff, 375)
  await takePicture(staff, '预约管理')
  await staff.setViewportSize(desktop)

  await row.getByRole('button', { name: '取消' }).click()
  const calling = staff.getByRole('dialog', { name: '取消预约' })
  await calling.getByLabel('取消原因').fill('咨询师临时住院')
  await calling.getByRole('button', { name: '取消预约' }).click()
  await expect(row).toHaveCount(0)

  const expectNotified = async (reader: Page) => {
    await reader.goto('/message/index')
    await expect(
      reader
        .getByRole('main')
        .getByText(/的预约已取消.*咨询师临时住院|咨询师临时住院/)
        .first(),
    ).toBeVisible()
  }
  await expectNotified(page)
  await page.goto('/booking/index')
  await expect(
    page
      .getByRole('main')
      .getByText(/咨询师临时住院/)
      .first(),
  ).toBeVisible()
  const doctor = await open()
  await enterAs(doctor, 'doctor7')
  await expectNotified(doctor)
  expect((await listSlots(page, 7)).map((slot) => slot.start)).toContain(start)

  const admin = await open({ viewport: desktop })
  await openConsole(admin, '/audit', 'admin')
  await expect(admin.getByRole('cell', { name: reason }).first()).toBeVisible()
})

test('only the staff on duty are notified of a crisis', async ({ page, open, request }) => {
  test.setTimeout(240_000)
  const staff = await open({ viewport: desktop })
  await openConsole(staff, '/duty', 'service')
  const duty = staff.getByRole('listitem').filter({ hasText: '客服与审核' }).first()
  await expect(duty).toBeVisible()
  const chooseRank = async (rank: string) => {
    await duty.getByRole('combobox').click()
    await staff.getByTitle(rank, { exact: true }).last().click()
  }
  if (!(await duty.getByText('值班', { exact: true }).isVisible())) await chooseRank('值班')
  await expect(duty.getByText('值班', { exact: true })).toBeVisible()
  await expect(staff.getByText('现在没有人值班')).toHaveCount(0)
  await expectAccessible(staff, '值班安排')
  await takePicture(staff, '值班安排')

  const member = await createMember(request)
  await enterAs(page, member.username, member.password)
  const asked = await page.request.post('/prod-api/problem/add', {
    data: { title: '撑不下去了', content: '我不想活了，药都买好了', tagIds: [1], anonymous: 1 },
  })
  const { code, data } = (await asked.json()) as { code: number; data: { id: number; state: string; care: string } }
  expect({ code, data }).toMatchObject({ code: 200, data: { state: 'held', care: 'plan' } })

  /** Addresses of the alerts in the caller's notices. */
  const listNotices = async (reader: Page) => {
    await reader.goto('/message/index')
    const links = reader.getByRole('main').getByRole('link', { name: /有新的危机提醒，请尽快接手/ })
    return links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  }
  const listed = await staff.request.get('/prod-api/admin/care/alerts?state=open&size=100')
  type AlertPage = { data: { content: { id: number; questionId: number | null }[] } }
  const { content } = ((await listed.json()) as AlertPage).data
  const alert = `/admin/care/${content.find(({ questionId }) => questionId === data.id)!.id}`
  await expect.poll(() => listNotices(staff), { timeout: 40_000 }).toContain(alert)
  const admin = await open({ viewport: desktop })
  await enterAs(admin, 'admin')
  expect(await listNotices(admin)).not.toContain(alert)

  await staff.goto('/admin/duty')
  await chooseRank('不值班')
  await expect(staff.getByText(/结束值班/)).toBeVisible()
})
