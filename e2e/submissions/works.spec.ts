// Stories of works with files: a paper from the Word file to the certificate, an uploaded video, and an award for a
// group.
import type { Page } from '@playwright/test'
import { createMovie, wordFile } from '../../server/test/made-files.ts'
import { useMeetingServer } from '../conference/meeting-server.ts'
import { expectPreview } from '../support/document-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { locateDialog } from '../support/console.ts'
import { signInAsStaff, chinaTimeIn, locateToast } from '../support/staff-api.ts'
import { locateButton, enterAs, enterAsNewMember, expect, locateField, createMember, test } from '../support/visitor.ts'

const { openVisitor, staff } = useMeetingServer()

type StaffCall = Awaited<ReturnType<typeof staff>>
type SubmissionCall = { id: number; version: number }
const criteria = [{ key: 'science', title: '科学性', weight: 100 }]
const openCall = (ask: StaffCall, kind: string, title: string) =>
  ask<SubmissionCall>('POST', '/admin/call', {
    kind,
    title,
    criteria,
    noticeDays: 0,
    opensTime: chinaTimeIn(-1),
    deadline: chinaTimeIn(3),
  })
const endCall = (ask: StaffCall, { id, version }: SubmissionCall, title: string) =>
  ask('PUT', '/admin/call', {
    id,
    version,
    title,
    criteria,
    opensTime: chinaTimeIn(-1),
    deadline: chinaTimeIn(-0.0001),
  })
const submitDialog = (page: Page) => locateDialog(page).getByRole('button', { name: '提交', exact: true }).click()
async function upload(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  const answered = page.waitForResponse((reply) => reply.url().includes('/submission/file'))
  await locateDialog(page).locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await answered
  await expect(locateDialog(page).getByText(/^正在上传/)).toHaveCount(0)
}

const paper = {
  keywords: '情绪；青少年；干预',
  abstract: '摘'.repeat(250),
  englishAbstract: 'An abstract.',
  biography: '从事青少年心理服务。',
}

test('a paper is submitted as a Word file, reviewed, and certified although a review is missing', async ({ open }) => {
  test.setTimeout(240_000)
  const [page, staffPage, ask] = [await openVisitor(open), await openVisitor(open), await staff(open)]
  const title = '论文征集（文件）'
  const call = await openCall(ask, 'paper', title)
  const { phone } = await enterAsNewMember(page, page.request)
  await page.goto('/academic/essay')
  await locateButton(page, '在线投稿').click()
  await locateField(page, '题目').fill('县域青少年情绪调节的干预')
  await upload(page, '王小禾-论文.docx', 'application/zip', await wordFile(['字'.repeat(100)]))
  await expect(locateToast(page, '文件上传成功')).toBeVisible()
  await expectPreview(page, '论文.docx', 1)
  await locateField(page, '作者姓名').fill('王小禾')
  await locateField(page, '联系电话').fill(phone)
  await locateField(page, '作者单位').fill('师范大学')
  await locateField(page, '关键词').fill(paper.keywords)
  await locateField(page, '中文摘要').fill(paper.abstract)
  await locateField(page, '英文摘要').fill(paper.englishAbstract)
  await locateField(page, '作者简介').fill(paper.biography)
  await submitDialog(page)
  await expect(locateDialog(page).getByText('正文须5000至10000字，目前100字')).toBeVisible()
  const long = await wordFile(Array.from({ length: 60 }, () => '字'.repeat(100)))
  await upload(page, '王小禾-论文.docx', 'application/zip', long)
  await expect(locateDialog(page).getByRole('link', { name: '论文.docx', exact: true })).toBeVisible()
  await submitDialog(page)
  await expect(locateToast(page, '提交成功')).toBeVisible()

  const rival = await openVisitor(open)
  const other = await createMember(rival.request)
  const asRival = await signInAsStaff(rival.request, other.username, other.password)
  const fields = { ...paper, title: '另一篇论文', name: '李向晚', phone, company: '第二医院', body: '正'.repeat(5200) }
  await asRival('POST', '/submission/submit', await asRival('POST', '/submission/draft', { kind: 'paper', fields }))
  const works = await ask<{ content: { id: number; title: string }[] }>('GET', `/admin/submissions?callId=${call.id}`)
  const reviewers = await ask<{ id: number; name: string }[]>('GET', '/admin/reviewers')
  const chosen = reviewers.filter(({ name }) => name === '顾怀瑾' || name === '林静安')
  await ask('POST', '/admin/submission/assign', {
    ids: works.content.map(({ id }) => id),
    reviewerIds: chosen.map(({ id }) => id),
  })
  const expert = await signInAsStaff((await openVisitor(open)).request, 'doctor12')
  for (const { id, title: work } of await expert<{ id: number; title: string }[]>('GET', '/review/mine')) {
    if (!['县域青少年情绪调节的干预', '另一篇论文'].includes(work)) continue
    const scores = { science: work === '另一篇论文' ? 70 : 95 }
    const { handedIn } = await expert<{ handedIn: number }>('GET', `/review/sheet?id=${id}`)
    await expert('POST', '/review/save', { id, handedIn, scores, comment: '', isDone: true })
  }
  await endCall(ask, call, title)

  await enterAs(staffPage, 'editor')
  await staffPage.goto(`/admin/submissions?call=${call.id}`)
  await staffPage.getByRole('link', { name: '县域青少年情绪调节的干预' }).click()
  await expect(staffPage.getByText('王*禾')).toBeVisible()
  await expect(staffPage.getByText(phone)).toHaveCount(0)
  await expect(staffPage.getByRole('link', { name: '下载论文.docx' })).toHaveCount(0)
  await locateButton(staffPage, '查看完整资料与文件').click()
  await locateDialog(staffPage).getByLabel('查看理由').fill('核对作者信息')
  await locateDialog(staffPage)
    .getByRole('button', { name: /^查\s*看$/ })
    .click()
  await expect(staffPage.getByText(phone)).toBeVisible()
  await expect(staffPage.getByRole('link', { name: '下载论文.docx' })).toBeVisible()

  // one expert does not respond: that review is withdrawn, and the other one stays open
  await staffPage.goto(`/admin/awards/${call.id}`)
  await expect(staffPage.getByText('还有2项评审没有完成（林静安2项）')).toBeVisible()
  await staffPage.goBack()
  await locateButton(staffPage, '收回评审任务：林静安').click()
  await locateDialog(staffPage)
    .getByRole('button', { name: /^收\s*回$/ })
    .click()
  await expect(staffPage.getByText('已收回，专家会收到通知')).toBeVisible()
  await expect(locateButton(staffPage, '收回评审任务：林静安')).toHaveCount(0)
  await staffPage.goto(`/admin/awards/${call.id}`)
  await expect(staffPage.getByText('还有1项评审没有完成（林静安1项）')).toBeVisible()
  await locateButton(staffPage, '公布结果').click()
  await locateDialog(staffPage).getByLabel('理由').fill('评审专家出差，学术委员会已同意')
  await takePicture(staffPage, '评审未完成', { widths: [1280], isWhole: false })
  await locateDialog(staffPage)
    .getByRole('button', { name: /^继\s*续$/ })
    .click()
  await locateDialog(staffPage).getByRole('button', { name: '公布结果' }).click()
  await expect(staffPage.getByText('已公布，颁发1份证书')).toBeVisible()
  await page.goto('/academic/submissions')
  await expect(page.getByText('论文征集，优秀奖')).toBeVisible()
  await page.getByRole('link', { name: /^证书编号/ }).click()
  await expect(page.getByText('证书真实有效')).toBeVisible()
})

test('a competition video of three to eight minutes is uploaded instead of a link', async ({ open }) => {
  const [page, ask] = [await openVisitor(open), await staff(open)]
  await openCall(ask, 'competition', '技能竞赛（视频）')
  await enterAsNewMember(page, page.request)
  await page.goto('/academic/competition')
  await locateButton(page, '提交作品').click()
  await locateField(page, '作品名称').fill('会呼吸的房间')
  await locateDialog(page).getByLabel('科普视频').check()
  await locateField(page, '参赛单位').fill('第一医院')
  await locateField(page, '联系电话').fill('13912345678')
  await locateField(page, '队长姓名').fill('孙向阳')
  await locateField(page, '队长单位').fill('第一医院')
  await locateField(page, '作品简介').fill('用呼吸练习陪伴睡不着的人。')
  await submitDialog(page)
  await expect(locateDialog(page).getByText('请填写视频链接或上传视频')).toBeVisible()
  await upload(page, '作品.mp4', 'video/mp4', createMovie(1200))
  await expect(page.getByText('视频时长须为3至8分钟，目前约20分钟')).toBeVisible()
  await upload(page, '作品.mp4', 'video/mp4', createMovie(300))
  await expect(locateToast(page, '文件上传成功')).toBeVisible()
  await expect(locateDialog(page).getByRole('link', { name: '作品.mp4' })).toBeVisible()
  await submitDialog(page)
  await expect(locateToast(page, '提交成功')).toBeVisible()
})

test('a collective applies, is accepted, and its award can be verified publicly', async ({ open }) => {
  const [page, staffPage, stranger, ask] = [
    await openVisitor(open),
    await openVisitor(open),
    await openVisitor(open),
    await staff(open),
  ]
  const title = '先进集体评选（年度）'
  const call = await openCall(ask, 'collective', title)
  await enterAsNewMember(page, page.request)
  await page.goto('/academic/individual1')
  await locateButton(page, '申报先进集体').click()
  await locateField(page, '申报集体名称').fill('心理科护理组')
  await locateField(page, '所在单位').fill('县人民医院')
  await locateField(page, '联系人').fill('办公室')
  await locateField(page, '联系电话').fill('13912345678')
  await locateField(page, '主要事迹').fill('扎根基层，服务群众。'.repeat(25))
  await submitDialog(page)
  await expect(locateToast(page, '提交成功')).toBeVisible()

  await enterAs(staffPage, 'editor')
  await staffPage.goto(`/admin/submissions?call=${call.id}`)
  await staffPage.getByRole('link', { name: '心理科护理组' }).click()
  await locateButton(staffPage, '录用（通过）').click()
  await expect(staffPage.getByText('已处理，作者会收到通知')).toBeVisible()
  await endCall(ask, call, title)
  await staffPage.goto(`/admin/awards/${call.id}`)
  await locateButton(staffPage, '公布结果').click()
  await locateDialog(staffPage).getByRole('button', { name: '公布结果' }).click()
  await expect(staffPage.getByText('已公布，颁发1份证书')).toBeVisible()

  await page.goto('/academic/submissions')
  const number = (await page.getByRole('link', { name: /^证书编号/ }).textContent()) ?? ''
  await stranger.goto('/certificate/index')
  await stranger.goto(`/certificate/index?no=${number.replace(/^证书编号\s*/, '')}`)
  await expect(stranger.getByText('证书真实有效')).toBeVisible()
  await expect(stranger.getByText('先进集体').first()).toBeVisible()
})
