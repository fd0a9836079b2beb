// Holidays of a year, and the weekend days worked instead. Appointments and deadlines in working days use them.
import { Alert, App, Button, DatePicker, Form, Input, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { dayKinds, type DayKind } from '@xinqiao/contract/calendar.ts'
import type { CalendarDay } from '@xinqiao/contract/http/booking/calendar.ts'
import { chinaNow } from '../kit/format-time.ts'
import { useAction, useLoaded } from '../kit/api/hooks.ts'
import { focusFirstError, useFormAction, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { navigate, useRouterLocation } from '../kit/navigation/router.tsx'
import { SheetImport } from '../kit/lists/SheetImport.tsx'
import { LoadFailed, EmptyList, ScreenHead, LoadingView } from '../kit/states.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { api } from '../kit/api/api.ts'
import './calendar.css'
import { groupHolidays, addHoliday, type HolidaySpan } from './spans.ts'

const weekdays = ['日', '一', '二', '三', '四', '五', '六']
const formatDay = (day: string) => `${dayjs(day).format('M月D日')}（周${weekdays[dayjs(day).day()]}）`
const formatSpan = ({ from, until }: HolidaySpan) =>
  from === until ? formatDay(from) : `${formatDay(from)}至${formatDay(until)}`

export function CalendarPage() {
  const { params } = useRouterLocation()
  const { message } = App.useApp()
  const yearParam = params.get('year') ?? ''
  const year = /^20[2-9]\d$/.test(yearParam) ? Number(yearParam) : chinaNow().year()
  const loaded = useLoaded(`${year}`, async () => ({ year, ...(await api('GET /admin/calendar', { year })) }))
  const [isImporting, setImporting] = useState(false)
  const [save, busy] = useAction(async (days: CalendarDay[]) => {
    await api('PUT /admin/calendar', { year, days })
    message.success('保存成功')
    loaded.reload()
  })
  const days = loaded.data?.year === year ? loaded.data.days : undefined
  const [fill, isFilling] = useAction(async () => {
    const knownDays = new Set(days?.map(({ day }) => day))
    const missing = (await api('GET /admin/calendar/statutory', { year })).filter(({ day }) => !knownDays.has(day))
    if (missing.length === 0) message.info('法定节假日都已在表中')
    else await save([...(days ?? []), ...missing].toSorted((a, b) => (a.day < b.day ? -1 : 1)))
  })
  const showYear = (to: number) => navigate(`/calendar?year=${to}`)
  return (
    <>
      <ScreenHead title="节假日" lead="放假的日子不开放预约；三个工作日等期限按此表计算，周末调休上班的算工作日">
        <Button href={`/prod-api/admin/calendar/sheet?year=${year}`}>下载表格</Button>
        <Button onClick={() => setImporting(true)}>导入</Button>
      </ScreenHead>
      <nav className="filters calendar-years" aria-label="年份">
        <Button disabled={year <= 2020} onClick={() => showYear(year - 1)}>
          {year - 1}年
        </Button>
        <h2>{year}年</h2>
        <Button disabled={year >= 2099} onClick={() => showYear(year + 1)}>
          {year + 1}年
        </Button>
      </nav>
      {loaded.error ? (
        <LoadFailed message={loaded.error} onRetry={loaded.reload} />
      ) : !days ? (
        <LoadingView />
      ) : (
        <>
          <section className="panel">
            <h2>添加</h2>
            <AddForm key={year} year={year} onAdd={(span) => save(addHoliday(days, span))} busy={busy} />
          </section>
          <section className="panel">
            <h2>全年安排</h2>
            {!days.some(({ kind }) => kind === 'work') && (
              <Alert
                className="sheet-note"
                type="info"
                showIcon
                title="还没有调休工作日"
                description="法定节假日可以一键填入；放假调休以国务院办公厅每年的通知为准，请在通知发布后补充或导入。"
              />
            )}
            <p>
              <Button loading={isFilling} onClick={fill}>
                填入法定节假日
              </Button>
            </p>
            {days.length === 0 && <EmptyList message={`${year}年还没有录入，暂按周一至周五计算工作日`} />}
            <ul className="calendar-spans">
              {groupHolidays(days).map((span) => (
                <li key={span.from}>
                  <ToneTag tone={span.kind === 'off' ? 'good' : 'warm'}>{dayKinds[span.kind]}</ToneTag>
                  <strong>{span.name}</strong>
                  <span>
                    {formatSpan(span)}
                    {span.count > 1 && `，共${span.count}天`}
                  </span>
                  <Button
                    size="small"
                    disabled={busy}
                    aria-label={`删除${span.name}${formatSpan(span)}`}
                    onClick={() => void save(days.filter(({ day }) => day < span.from || day > span.until))}
                  >
                    删除
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
      <SheetImport
        isOpen={isImporting}
        title="导入节假日"
        path="/admin/calendar/import"
        unit="天"
        onClose={() => setImporting(false)}
        onImported={loaded.reload}
      >
        <p>
          表格有日期、名称、安排（放假或调休上班）三列，一次导入一年，替换该年已有的安排。可以先下载表格，改好再导入。
        </p>
      </SheetImport>
    </>
  )
}

type NewHolidayFields = { days: [Dayjs, Dayjs]; name: string; kind: DayKind }
type AddFormProps = { year: number; onAdd: (span: Omit<HolidaySpan, 'count'>) => Promise<void>; busy: boolean }

function AddForm({ year, onAdd, busy }: AddFormProps) {
  const [form] = Form.useForm<NewHolidayFields>()
  const [add] = useFormAction(form, async ({ days: [from, until], name, kind }: NewHolidayFields) => {
    await onAdd({ from: from.format('YYYY-MM-DD'), until: until.format('YYYY-MM-DD'), name, kind })
    form.resetFields()
  })
  return (
    <Form
      form={form}
      layout="vertical"
      className="calendar-add"
      initialValues={{ kind: 'off' }}
      onFinish={add}
      onFinishFailed={focusFirstError(form)}
    >
      <Form.Item name="days" label="日期" rules={requiredRules('请选择日期')}>
        <DatePicker.RangePicker
          defaultPickerValue={[dayjs(`${year}-01-01`), dayjs(`${year}-02-01`)]}
          minDate={dayjs(`${year}-01-01`)}
          maxDate={dayjs(`${year}-12-31`)}
        />
      </Form.Item>
      <Form.Item name="name" label="名称" rules={requiredTextRules('请输入名称')}>
        <Input maxLength={20} placeholder="如：春节" />
      </Form.Item>
      <Form.Item name="kind" label="安排">
        <Select options={Object.entries(dayKinds).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        添加
      </Button>
    </Form>
  )
}
