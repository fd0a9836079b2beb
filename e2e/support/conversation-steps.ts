// Shared steps of the chat stories.
import type { Page } from '@playwright/test'
import { takePicture } from './pictures.ts'
import { locateButton, enterAs, expect, createMember } from './visitor.ts'

export const phone = { width: 375, height: 812 }
export const desktop = { width: 1440, height: 900 }
export const locateMessageBox = (page: Page) => page.getByRole('textbox', { name: /^给.*写消息$/ })
export const locateLog = (page: Page) => page.getByRole('log')
export const findText = (page: Page, text: string) => locateLog(page).getByText(text, { exact: true })
/** A picture of the window, without scrolling. */
export const takeConversationPicture = (page: Page, name: string) =>
  takePicture(page, `聊天-${name}`, { widths: [page.viewportSize()!.width], isWhole: false })

export async function getAccid(page: Page): Promise<string> {
  const reply = await page.request.get('/prod-api/neteaseUser/getUser')
  return ((await reply.json()) as { data: { accid: string } }).data.accid
}
export async function sendText(page: Page, text: string): Promise<void> {
  await locateMessageBox(page).fill(text)
  await locateMessageBox(page).press('Enter')
}
export async function agreeToChat(page: Page): Promise<void> {
  await expect(locateButton(page, '开始交流')).toBeDisabled()
  await page.getByLabel('我已阅读并同意以上内容').check()
  await locateButton(page, '开始交流').click()
}

/** The link to one client in a counsellor's list, which other stories fill at the same time. */
export const locateClientLink = (counsellor: Page, accid: string) =>
  counsellor.getByRole('navigation', { name: '会话' }).locator(`a[href$="to=${accid}"]`)

/** Opens a conversation of a new member with a counsellor, with the consent given. */
export async function openConversation(page: Page, open: (options?: object) => Promise<Page>, doctor: string) {
  const member = await createMember(page.request)
  const other = await open({ viewport: desktop })
  await enterAs(other, doctor)
  const accid = await getAccid(other)
  await other.goto('/im/index')
  await enterAs(page, member.username, member.password)
  await page.setViewportSize(phone)
  await page.goto(`/im/index?to=${accid}`)
  return { member: page, doctor: other, accid, memberAccid: await getAccid(page), ...member }
}

export const locatePictures = (page: Page) => locateLog(page).getByRole('button', { name: '查看大图' })
/** Pastes or drops a picture, as the browser does, with this text of the clipboard. */
export const givePicture = (page: Page, kind: 'paste' | 'drop', text = '') =>
  locateMessageBox(page).evaluate(
    async (field, [eventType, copiedText]) => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 40
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      const data = new DataTransfer()
      data.items.add(new File([blob!], '截图.png', { type: 'image/png' }))
      if (copiedText) data.setData('text/plain', copiedText)
      const how = { bubbles: true, cancelable: true }
      const target = eventType === 'drop' ? document.querySelector('[role=log]')! : field
      target.dispatchEvent(
        eventType === 'paste'
          ? new ClipboardEvent('paste', { ...how, clipboardData: data })
          : new DragEvent('drop', { ...how, dataTransfer: data }),
      )
    },
    [kind, text] as const,
  )

/** The dialog that shows pasted files before they are sent. */
export const locatePasted = (page: Page) => page.getByRole('dialog', { name: /^发送(?:图片|文件)给.*？$/ })
export async function pastePicture(page: Page): Promise<void> {
  await givePicture(page, 'paste')
  await locatePasted(page).getByRole('button', { name: '发送' }).click()
}

/** Opens the menu of a line, which phones show beside it, and chooses an action. */
export async function chooseInLineMenu(page: Page, text: string, action: string): Promise<void> {
  const line = locateLog(page).locator('.chat-line', { hasText: text }).last()
  await line.getByRole('button', { name: '这条消息的操作' }).click()
  await page.getByRole('dialog', { name: '这条消息' }).getByRole('button', { name: action, exact: true }).click()
}
