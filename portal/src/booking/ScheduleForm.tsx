// A counsellor's schedule: weekly hours, and exceptions by day.
import { useState } from 'react'
import { bookingModes, type SlotMode } from '@xinqiao/contract/counselling.ts'
import type { Schedule } from '@xinqiao/contract/http/booking/bookings.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { chinaToday, formatClock, parseClock } from '../frame/format-time.ts'
import { replies } from '../session/api.ts'
import { useExclusiveTask } from '../forms/use-action.ts'

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
const modes: Record<SlotMode, string> = { both: '线上与线下', ...bookingModes }
const input = 'min-h-11 rounded-lg border border-control bg-surface px-3 text-base text-ink'

type ScheduleSpan = { from: number; to: number; mode: SlotMode }

function SpanFields({
  name,
  span,
  onChange,
}: {
  name: string
  span: ScheduleSpan
  onChange: (span: Partial<ScheduleSpan>) => void
}) {
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <input
          key={end}
          type="time"
          required
          aria-label={`${name}${end === 'from' ? '开始' : '结束'}时间`}
          value={formatClock(span[end] === 1440 ? 1439 : span[end])}
          onChange={(event) => {
            if (event.target.value) onChange({ [end]: parseClock(event.target.value) })
          }}
          className={input}
        />
      ))}
      <select
        aria-label={`${name}方式`}
        value={span.mode}
        onChange={(event) => onChange({ mode: event.target.value as SlotMode })}
        className={input}
      >
        {(Object.keys(modes) as SlotMode[]).map((mode) => (
          <option key={mode} value={mode}>
            {modes[mode]}
          </option>
        ))}
      </select>
    </>
  )
}

const replaceAt = <T,>(list: readonly T[], index: number, change: Partial<T>): T[] =>
  list.map((item, i) => (i === index ? { ...item, ...change } : item))
const removeAt = <T,>(list: readonly T[], index: number): T[] => list.filter((_item, i) => i !== index)

type ScheduleSectionProps<Rows> = { rows: Rows; onChange: (rows: Rows) => void }

const WeeklySection = ({ rows: rules, onChange }: ScheduleSectionProps<Schedule['rules']>) => (
  <section aria-labelledby="weekly">
    <h2 id="weekly" className="text-lg font-bold text-ink">
      每周时段
    </h2>
    <p className="text-sm text-muted">每次咨询50分钟，之后自动留出10分钟。已有的预约不受修改影响。</p>
    <ul className="mt-3 grid gap-3">
      {rules.map((rule, i) => (
        <li key={i} className="flex flex-wrap items-center gap-2">
          <select
            aria-label={`第${i + 1}个时段的星期`}
            value={rule.weekday}
            onChange={(event) => onChange(replaceAt(rules, i, { weekday: Number(event.target.value) }))}
            className={input}
          >
            {weekdays.map((name, day) => (
              <option key={name} value={day + 1}>
                {name}
              </option>
            ))}
          </select>
          <SpanFields
            name={`第${i + 1}个时段`}
            span={rule}
            onChange={(change) => onChange(replaceAt<Schedule['rules'][number]>(rules, i, change))}
          />
          <Button look="plain" onClick={() => onChange(removeAt(rules, i))}>
            删除
          </Button>
        </li>
      ))}
    </ul>
    <Button
      look="ghost"
      className="mt-3"
      onClick={() => onChange([...rules, { weekday: 1, from: 540, to: 720, mode: 'both' }])}
    >
      添加时段
    </Button>
  </section>
)

const DaysSection = ({ rows: exceptions, onChange }: ScheduleSectionProps<Schedule['exceptions']>) => (
  <section aria-labelledby="days">
    <h2 id="days" className="text-lg font-bold text-ink">
      特殊日期
    </h2>
    <p className="text-sm text-muted">这一天不按每周时段：停诊，或只在所写的时间开放。</p>
    <ul className="mt-3 grid gap-3">
      {exceptions.map((exception, i) => (
        <li key={i} className="flex flex-wrap items-center gap-2">
          <input
            type="date"
            required
            aria-label={`第${i + 1}个特殊日期`}
            value={exception.day}
            onChange={(event) => onChange(replaceAt(exceptions, i, { day: event.target.value }))}
            className={input}
          />
          <label className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              checked={!exception.open}
              onChange={(event) => onChange(replaceAt(exceptions, i, { open: !event.target.checked }))}
              className="size-5 accent-brand"
            />
            停诊
          </label>
          {exception.open && (
            <SpanFields
              name={`第${i + 1}个特殊日期`}
              span={exception}
              onChange={(change) => onChange(replaceAt<Schedule['exceptions'][number]>(exceptions, i, change))}
            />
          )}
          <Button look="plain" onClick={() => onChange(removeAt(exceptions, i))}>
            删除
          </Button>
        </li>
      ))}
    </ul>
    <Button
      look="ghost"
      className="mt-3"
      onClick={() =>
        onChange([
          ...exceptions,
          {
            day: chinaToday(),
            open: false,
            from: 540,
            to: 720,
            mode: 'both',
          },
        ])
      }
    >
      添加日期
    </Button>
  </section>
)

export function ScheduleForm({ initial }: { initial: Schedule }) {
  const [{ rules, exceptions }, setSchedule] = useState(initial)
  const { isBusy, run } = useExclusiveTask()
  const setRules = (next: Schedule['rules']) => setSchedule({ rules: next, exceptions })
  const setExceptions = (next: Schedule['exceptions']) => setSchedule({ rules, exceptions: next })
  const save = () =>
    run(async () => {
      const { data, msg } = await replies('PUT /booking/schedule', { rules, exceptions })
      setSchedule(data)
      showToast(msg)
    })
  return (
    <Card className="grid gap-6 px-4.5 py-6 sm:p-8">
      <WeeklySection rows={rules} onChange={setRules} />
      <DaysSection rows={exceptions} onChange={setExceptions} />
      <Button className="justify-self-start px-10" busy={isBusy} busyText="正在保存…" onClick={save}>
        保存
      </Button>
    </Card>
  )
}
