// Stories of taking an examination: no answer is lost, whatever fails.
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import {
  answerShownQuestion,
  beginExam,
  beginExamBeforeEnd,
  locateCardButton,
  enterAsNewExaminee,
  readAccountId,
  advanceMinutes,
  labelPatternOf,
  createExaminer,
  expectSaved,
} from './exam-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, expect, createMember, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

test('a whole examination: instructions, answers, handing in with one missing, score and correct answers', async ({
  page,
  request,
}) => {
  const exam = await (await createExaminer(request)).open([await enterAsNewExaminee(page)])
  await beginExam(page, exam)
  await expect(page.getByText('4题，共40分')).toBeVisible()
  await expect(page.getByText('2题，共40分')).toBeVisible()
  await expect(page.getByText('2题，共20分')).toBeVisible()
  await locateButton(page, '上一题').click()
  await expect(page.getByText('暂无上一题')).toBeVisible()
  for (let num = 1; num <= 7; num++) {
    // oxlint-disable no-await-in-loop -- one question after the other
    await expect(page.getByText(`第${num}题，共8题`)).toBeVisible()
    await answerShownQuestion(page, num !== 2)
    await expect(locateCardButton(page, num)).toHaveAccessibleName(`第${num}题，已答`)
    await locateButton(page, '下一题').click()
    // oxlint-enable no-await-in-loop
  }
  await locateButton(page, '下一题').click()
  await expect(page.getByText('暂无下一题')).toBeVisible()
  // a multiple choice without checked boxes counts as unanswered
  await locateCardButton(page, 5).click()
  for (const name of [/甲项/, /丙项/]) await page.getByRole('checkbox', { name }).uncheck()
  await expect(locateCardButton(page, 5)).toHaveAccessibleName('第5题，未答')
  await answerShownQuestion(page, false)
  await expectSaved(page)
  for (const width of [375, 1440]) {
    await expectFitsWidth(page, width)
    await expectAccessible(page, `试卷 ${width}`)
  }
  await takePicture(page, '试卷')
  await locateButton(page, '交卷').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('还有试题未作答，确定交卷吗？')).toBeVisible()
  await takePicture(page, '交卷确认', { widths: [1440], isWhole: false })
  await dialog.getByRole('button', { name: '继续作答' }).click()
  await expect(dialog).toBeHidden()
  await locateButton(page, '交卷').click()
  await dialog.getByRole('button', { name: '确定交卷' }).click()
  await expect(page.getByText('提交成功！')).toBeVisible()
  await expect(page).toHaveURL('/examination/examination')
  await page.getByRole('link', { name: '已结束的考试', exact: true }).click()
  // points: 30 of 40, 10 and 20 of 40, 10 of 20
  await expect(page.getByText('得分 70 分')).toBeVisible()
  await expect(page.getByText('合格', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: labelPatternOf('查看详情', exam) }).click()
  await expect(page.getByRole('heading', { name: exam.name })).toBeVisible()
  await expect(page.getByText('得分 70 分')).toBeVisible()
  await expect(page.getByText('第1页，共3页')).toBeVisible()
  await expect(page.getByText('解析写在这里。').first()).toBeVisible()
  for (const width of [375, 1440]) {
    await expectFitsWidth(page, width)
    await expectAccessible(page, `考试回顾 ${width}`)
  }
  await takePicture(page, '考试回顾')
  await page.getByRole('link', { name: '下一页' }).click()
  await expect(page.getByRole('heading', { name: /多选题/ }).first()).toBeVisible()
  await page.getByRole('link', { name: '第8题，未作答' }).click()
  await expect(page.getByText('第3页，共3页')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: '下载合格证书' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
})

test('a reload or another device continues at the same point', async ({ page, open, request }) => {
  const member = await createMember(request)
  await enterAs(page, member.username, member.password)
  const exam = await (await createExaminer(request)).open([await readAccountId(page)])
  await beginExam(page, exam)
  await answerShownQuestion(page)
  const options = await page.getByRole('main').getByRole('group').innerText()
  await expectSaved(page)
  await page.reload()
  await expect(locateCardButton(page, 1)).toHaveAccessibleName('第1题，已答')
  expect(await page.getByRole('main').getByRole('group').innerText()).toBe(options)
  await expect(page.getByRole('radio', { name: /乙项/ })).toBeChecked()
  const elsewhere = await open()
  await enterAs(elsewhere, member.username, member.password)
  await elsewhere.goto('/examination/examination')
  await expect(elsewhere.getByText('正在计时，请尽快继续作答')).toBeVisible()
  await elsewhere.getByRole('link', { name: labelPatternOf('继续作答', exam) }).click()
  await expect(locateCardButton(elsewhere, 1)).toHaveAccessibleName('第1题，已答')
  await expect(elsewhere.getByRole('radio', { name: /乙项/ })).toBeChecked()
})

test('offline answers show a clear warning, and survive a crash', async ({ page, context, request, faults }) => {
  const exam = await (await createExaminer(request)).open([await enterAsNewExaminee(page)])
  await beginExam(page, exam)
  await answerShownQuestion(page)
  await expectSaved(page)
  // blocks only the requests, because the page must load again after the crash
  await context.route('**/prod-api/test**', (route) => route.abort('internetdisconnected'))
  await locateButton(page, '下一题').click()
  await answerShownQuestion(page)
  await expect(page.getByRole('alert').getByText('网络已断开，请不要关闭页面')).toBeVisible()
  await locateButton(page, '下一题').click()
  await answerShownQuestion(page)
  await expect(page.getByText('有2题的作答保存在本机')).toBeVisible()
  await takePicture(page, '考试断网', { widths: [1440] })
  await locateButton(page, '交卷').click()
  await page.getByRole('dialog').getByRole('button', { name: '确定交卷' }).click()
  await expect(page.getByText('网络连接失败，请检查网络后重试')).toBeVisible()
  // the tab closes without a warning
  const again = await context.newPage()
  await page.close({ runBeforeUnload: false })
  await context.unroute('**/prod-api/test**')
  await again.goto(`/examination/paper?id=${exam.paperId}&testId1=${exam.testId}`)
  for (const num of [1, 2, 3]) await expect(locateCardButton(again, num)).toHaveAccessibleName(`第${num}题，已答`)
  await expectSaved(again)
  await expect(again.getByRole('alert').getByText('网络已断开')).toHaveCount(0)
  await locateButton(again, '交卷').click()
  await again.getByRole('dialog').getByRole('button', { name: '确定交卷' }).click()
  await expect(again.getByText('提交成功！')).toBeVisible()
  await again.goto('/examination/examination?type=2')
  await expect(again.getByText('得分 30 分')).toBeVisible()
  await expect(again.getByText('不合格', { exact: true })).toBeVisible()
  // the browser also reports the lost network as a fault
  const others = faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))
  faults.splice(0, faults.length, ...others)
})

test('a browser that cannot store answers warns clearly, and still sends them', async ({
  page,
  context,
  request,
  faults,
}) => {
  const exam = await (await createExaminer(request)).open([await enterAsNewExaminee(page)])
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await beginExam(page, exam)
  await expect(page.getByText('此浏览器不能在本机保存作答')).toHaveCount(0)
  await answerShownQuestion(page)
  await expect(page.getByRole('alert').getByText('此浏览器不能在本机保存作答')).toBeVisible()
  await expectSaved(page)
  await context.route('**/prod-api/test**', (route) => route.abort('internetdisconnected'))
  await locateButton(page, '下一题').click()
  await answerShownQuestion(page)
  await expect(page.getByRole('alert').getByText('题的作答只在本页，刷新或关闭都会丢失')).toBeVisible()
  await context.unroute('**/prod-api/test**')
  await expectSaved(page)
  await page.reload()
  for (const num of [1, 2]) await expect(locateCardButton(page, num)).toHaveAccessibleName(`第${num}题，已答`)
  const others = faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))
  faults.splice(0, faults.length, ...others)
})

test('two tabs share one attempt: both show saved answers, and one hands in for both', async ({
  page,
  context,
  request,
}) => {
  const exam = await (await createExaminer(request)).open([await enterAsNewExaminee(page)])
  await beginExam(page, exam)
  await answerShownQuestion(page)
  await expectSaved(page)
  const second = await context.newPage()
  await second.goto(`/examination/paper?id=${exam.paperId}&testId1=${exam.testId}`)
  await expect(locateCardButton(second, 1)).toHaveAccessibleName('第1题，已答')
  await locateCardButton(second, 2).click()
  await answerShownQuestion(second)
  await expectSaved(second)
  await locateButton(page, '交卷').click()
  await page.getByRole('dialog').getByRole('button', { name: '确定交卷' }).click()
  await expect(page.getByText('提交成功！')).toBeVisible()
  // the clock tells the other tab, which loses no answer
  await expect(second.getByText('交卷成功！')).toBeVisible()
  await expect(second).toHaveURL('/examination/examination')
  await second.goto('/examination/examination?type=2')
  await expect(second.getByText('得分 20 分')).toBeVisible()
  await expect(second.getByRole('link', { name: labelPatternOf('查看详情', exam) })).toHaveCount(1)
})

test("setting back the browser's clock changes neither the remaining time nor the order of answers", async ({
  page,
  open,
  request,
}) => {
  const member = await createMember(request)
  await enterAs(page, member.username, member.password)
  const exam = await (await createExaminer(request)).open([await readAccountId(page)])
  await beginExam(page, exam)
  await answerShownQuestion(page)
  await expectSaved(page)
  const late = await open()
  await late.addInitScript(() => {
    const real = Date.now.bind(Date)
    const back = 26 * 3_600_000
    globalThis.Date = class extends Date {
      constructor(...given: ConstructorParameters<DateConstructor> | []) {
        if (given.length === 0) super(real() - back)
        else super(...given)
      }
      static override now = () => real() - back
    } as DateConstructor
  })
  await enterAs(late, member.username, member.password)
  await late.goto(`/examination/paper?id=${exam.paperId}&testId1=${exam.testId}`)
  await expect(late.getByRole('timer')).toHaveText(/^00:(29|30):/)
  await expect(late.getByRole('radio', { name: /乙项/ })).toBeChecked()
  await answerShownQuestion(late, false)
  await expectSaved(late)
  await page.reload()
  await expect(page.getByRole('radio', { name: /甲项/ })).toBeChecked()
  await expect(page.getByRole('timer')).toHaveText(/^00:(29|30):/)
})

test('the end of time hands in automatically, on screen and with the browser closed', async ({
  page,
  open,
  request,
}) => {
  test.setTimeout(240_000)
  const leaves = await createMember(request)
  const gone = await open()
  await enterAs(gone, leaves.username, leaves.password)
  const goneId = await readAccountId(gone)
  const ids = [await enterAsNewExaminee(page), goneId]
  const exam = await (await createExaminer(request)).open(ids, { minutes: 1 })
  await beginExam(gone, exam)
  await answerShownQuestion(gone)
  await expectSaved(gone)
  await gone.close()
  await advanceMinutes(exam, goneId, 2)
  await beginExamBeforeEnd(page, exam, 15)
  await answerShownQuestion(page)
  await expect(page.getByRole('timer')).toHaveText(/^00:00:/)
  await expect(page.getByText('交卷成功！')).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL('/examination/examination')
  await page.goto('/examination/examination?type=2')
  await expect(page.getByText('得分 10 分')).toBeVisible()
  const back = await open()
  await enterAs(back, leaves.username, leaves.password)
  await expect(async () => {
    await back.goto('/examination/examination?type=2')
    await expect(back.getByText('得分 10 分')).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('the whole paper can be answered and handed in by keyboard', async ({ page, request }) => {
  const exam = await (await createExaminer(request)).open([await enterAsNewExaminee(page)])
  await beginExam(page, exam)
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await locateButton(page, '下一题').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('第2题，共8题')).toBeVisible()
  await expect(locateButton(page, '下一题')).toBeFocused()
  await locateCardButton(page, 7).focus()
  await page.keyboard.press('Enter')
  // the question has the focus, and one press of Tab leads to its first answer
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: '正确', exact: true })).toBeFocused()
  await page.keyboard.press('Space')
  await locateButton(page, '交卷').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(locateButton(page, '交卷')).toBeFocused()
})

test('foreign and finished examinations show a message and a link', async ({ page, request }) => {
  const exam = await (await createExaminer(request)).open([10_001])
  const member = await createMember(request)
  await page.goto(`/examination/paper?id=${exam.paperId}&testId1=${exam.testId}`)
  await expect(page).toHaveURL(/\/login\/index\?next=/)
  await enterAs(page, member.username, member.password)
  await page.goto(`/examination/paper?id=${exam.paperId + 999}&testId1=${exam.testId + 999}`)
  await expect(page.getByText('这场考试现在不能作答')).toBeVisible()
  expect((await page.goto('/examination/historypapers?paperId=999999&testId=999999'))?.status()).toBe(404)
})
