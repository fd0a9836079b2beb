// Filters of a log: kind, days, and words.
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { FilterSearch, FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'

const readDay = (param: string | null) => (param && /^20\d\d-\d\d-\d\d$/.test(param) ? param : undefined)

/**
 * Filters from the address.
 * @param name query parameter of the kind
 */
export function useLogFilters<Kind extends string>(name: string, kinds: Record<Kind, string>) {
  const { params, page, key, chosen } = useListAddress()
  const filters = {
    kind: chosen(name, kinds),
    key,
    from: readDay(params.get('from')),
    until: readDay(params.get('until')),
  }
  return { filters, page, isFiltered: Object.values(filters).some((value) => value !== undefined) }
}

function FilterDay({ name, label }: { name: string; label: string }) {
  const { params, choose } = useListAddress()
  const day = readDay(params.get(name))
  return (
    <DatePicker
      aria-label={label}
      placeholder={label}
      value={day ? dayjs(day) : null}
      onChange={(next) => choose({ [name]: next?.format('YYYY-MM-DD') })}
    />
  )
}

type LogFiltersProps = {
  /** Query parameter of the kind, and its label: 操作, 事件. */
  name: string
  noun: string
  kinds: Record<string, string>
  /** Names of the fields that are searched; the empty search box shows them. */
  within: string
  label: string
}

export const LogFilters = ({ name, noun, kinds, within, label }: LogFiltersProps) => (
  <search className="filters">
    <FilterSelect name={name} label={`按${noun}筛选`} all={`全部${noun}`} labels={kinds} />
    <FilterDay name="from" label="从哪天起" />
    <FilterDay name="until" label="到哪天止" />
    <FilterSearch label={label} placeholder={within} />
  </search>
)
