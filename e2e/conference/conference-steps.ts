// Shared steps of the conference stories: registration up to the cashier, and payment at the stand-in.
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { locateDialog } from '../support/console.ts'
import {
  locateButton,
  enterAs,
  enterAsNewMember,
  expect,
  locateField,
  type Member,
  createMember,
} from '../support/visitor.ts'

type MeetingDays = { id: number; meetingStartTime: string; meetingEndTime: string }

/** The meeting that pages show by default. */
export async function readDefaultMeeting(page: Page): Promise<MeetingDays> {
  const reply = await page.request.get('/prod-api/meeting/getNewOne')
  return ((await reply.json()) as { data: MeetingDays }).data
}

async function readMeeting(page: Page, id: number): Promise<MeetingDays> {
  const reply = await page.request.get(`/prod-api/meeting/page?id=${id}`)
  return ((await reply.json()) as { data: { meeting: MeetingDays } }).data.meeting
}

/** Registers a new account through the API, and opens the cashier in this browser. */
export async function goToCashier(page: Page, request: APIRequestContext): Promise<void> {
  const member = await createMember(request)
  await enterAs(page, member.username, member.password)
  const meeting = await readDefaultMeeting(page)
  const reply = await page.request.post('/prod-api/activityUser/addPerson', {
    data: {
      companyName: '县人民医院',
      address: '县城1号',
      arrivalTime: meeting.meetingStartTime,
      leaveTime: meeting.meetingEndTime,
      name: '钱来',
      activityAttendTypeId: 2,
      activityId: meeting.id,
    },
  })
  const { data } = (await reply.json()) as { data: { activityUser: { id: number } } }
  await page.goto(`/academic/paymentchanne?activityUserId=${data.activityUser.id}`)
  await expect(page.getByText(/^您是非会员，应缴费用\d+\.\d\d元$/)).toBeVisible()
  await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
}

export async function payAs(page: Page, result: string): Promise<string> {
  const mine = await page.request.get('/prod-api/order/mine')
  const { data } = (await mine.json()) as { data: { content: { orderNo: string }[] } }
  const orderNo = data.content[0]?.orderNo ?? ''
  const reply = await page.request.post(`/dev/pay/${orderNo}`, { data: { result } })
  expect(reply.status()).toBe(200)
  return orderNo
}

/** Advances the browser's clock, which the story controls, until polling has got the result. */
export const askUntil = (page: Page, answer: Locator) =>
  expect(async () => {
    await page.clock.runFor(3_000)
    await expect(answer).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })

export const locatePaidHeading = (page: Page) => page.getByRole('heading', { name: '参会缴费支付成功' })

// ---- the receipt form

export async function openMeeting(page: Page): Promise<void> {
  await page.goto('/academic/payment')
  await expect(locateButton(page, '填写参会回执')).toBeEnabled()
}

export async function chooseChannel(page: Page, channel: string): Promise<void> {
  await locateButton(page, '填写参会回执').click()
  await locateDialog(page)
    .getByRole('radio', { name: new RegExp(`^${channel}`) })
    .check()
  await locateButton(page, '下一步').click()
}

/** @param meetingId defaults to the default meeting */
export async function fillReceipt(page: Page, isStudent = false, meetingId?: number): Promise<void> {
  await locateField(page, isStudent ? '学校' : '单位名称').fill('省第一人民医院')
  await locateField(page, '姓名').fill('赵长安')
  await locateField(page, '手机号').fill('13912345678')
  await locateField(page, '通信地址').fill('文化路1号')
  const meeting = meetingId === undefined ? await readDefaultMeeting(page) : await readMeeting(page, meetingId)
  const { meetingStartTime, meetingEndTime } = meeting
  await locateField(page, '到达时间').fill(meetingStartTime)
  await locateField(page, '离开时间').fill(meetingEndTime)
}

/** A new account with the receipt filled in but not sent. */
export async function fillReceiptAsNew(page: Page, request: APIRequestContext): Promise<Member> {
  const member = await enterAsNewMember(page, request)
  await openMeeting(page)
  await chooseChannel(page, '非会员')
  await fillReceipt(page)
  return member
}
