// Story of a recording that staff upload and visitors play.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { locateDialog, openConsole } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { chinaTimeIn, signInAsSecretariat } from '../support/staff-api.ts'
import { enterAs, expect, locateButton, test } from '../support/visitor.ts'

const recording = path.join(import.meta.dirname, '../../server/db/seed/media/lecture.mp4')

test('staff upload the recording of a past lecture, and a visitor plays it', async ({ page, open, request }) => {
  const ask = await signInAsSecretariat(request)
  const { id } = await ask<{ id: number }>('POST', '/admin/lecture', {
    title: '考前焦虑怎么办',
    speaker: '何医生',
    summary: '三个放松练习',
    introduction: '边听边练。',
    startTime: chinaTimeIn(-1),
    endTime: chinaTimeIn(-0.9),
    audience: 'public',
    credits: 0,
    neededMinutes: 1,
    slowSeconds: 0,
  })
  await ask('POST', '/admin/lecture/state', { id, state: 'published' })
  await page.goto(`/lectures/detail?id=${id}`)
  await expect(page.locator('video')).toHaveCount(0)
  await takePicture(page, '往期讲座-没有录像', { isWhole: false })

  const staff = await open({ viewport: { width: 1440, height: 900 } })
  await enterAs(staff, 'editor')
  await openConsole(staff, `/lectures/${id}`)
  await expect(staff.getByText('讲座结束后，可以上传MP4录像作为回放', { exact: false })).toBeVisible()
  await staff
    .getByLabel('录像文件')
    .setInputFiles({ name: '假的.mp4', mimeType: 'video/mp4', buffer: Buffer.from('<html>not a video</html>') })
  await expect(staff.getByText('录像须是MP4格式')).toBeVisible()
  await expect(staff.getByLabel('上传进度')).toHaveCount(0)
  await takePicture(staff, '后台-讲座-录像不对', { widths: [1440] })
  await staff
    .getByLabel('录像文件')
    .setInputFiles({ name: '录像.mp4', mimeType: 'video/mp4', buffer: readFileSync(recording) })
  await expect(staff.getByText('已上传录像', { exact: false })).toBeVisible()
  await takePicture(staff, '后台-讲座-录像', { widths: [1440] })

  await page.reload()
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => Math.round(video.duration)))
    .toBe(120)
  await page.locator('video').evaluate((video: HTMLVideoElement) => void (video.currentTime = 60))
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)).toBe(4)
  await takePicture(page, '往期讲座-上传的录像', { isWhole: false })

  await locateButton(staff, '删除录像').click()
  await locateDialog(staff).getByRole('button', { name: '删除', exact: true }).click()
  await expect(staff.getByText('讲座结束后，可以上传MP4录像作为回放', { exact: false })).toBeVisible()
  await page.reload()
  await expect(page.locator('video')).toHaveCount(0)
})
