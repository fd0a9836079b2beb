// What a log is looked through by: a kind, days, and words.
import { DatePicker, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { useFollowing } from '../frame/calls.ts'
import { navigate, usePlace } from '../frame/router.tsx'

/** The kind stands in the address under this name. */
type LogPlace<Kind extends string> = { path: string; name: string; kinds: Record<Kind, string> }

const dayOf = (given: string | null) => (given && /^20\d\d-\d\d-\d\d$/.test(given) ? given : undefined)

/** The filters as the address has them, and the address with others. */
export function useLogPlace<Kind extends string>({ path, name, kinds }: LogPlace<Kind>) {
  const { params } = usePlace()
  const given = params.get(name) ?? ''
  const filters = {
    kind: given in kinds ? (given as Kind) : undefined,
    key: params.get('key')?.slice(0, 50) || undefined,
    from: dayOf(params.get('from')),
    until: dayOf(params.get('until')),
  }
  const page = /^[1-9]\d{0,5}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
  const addressOf = (next: Partial<typeof filters>, at = 1) => {
    const { kind, ...rest } = { ...filters, ...next }
    const query = new URLSearchParams(
      Object.entries({ [name]: kind, ...rest }).flatMap(([key, value]) => (value ? [[key, value]] : [])),
    )
    if (at > 1) query.set('page', `${at}`)
    return query.size ? `${path}?${query}` : path
  }
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return { filters, page, isFiltered, addressOf }
}

type Filters = {
  kind?: string | undefined
  key?: string | undefined
  from?: string | undefined
  until?: string | undefined
}
type LogFiltersProps = {
  filters: Filters
  kinds: Record<string, string>
  /** What a kind is called: 操作, 种类. */
  noun: string
  /** What the words are looked for in. */
  within: string
  label: string
  addressOf: (change: never) => string
}

export function LogFilters({ filters, kinds, noun, within, label, addressOf }: LogFiltersProps) {
  const [typed, setTyped] = useFollowing(filters.key ?? '')
  const choose = (change: Filters) => navigate(addressOf(change as never))
  return (
    <search className="filters">
      <Select
        aria-label={`按${noun}筛选`}
        className="filter-select"
        placeholder={`全部${noun}`}
        allowClear
        value={filters.kind}
        onChange={(next?: string) => choose({ kind: next })}
        options={Object.entries(kinds).map(([value, text]) => ({ value, label: text }))}
      />
      <DatePicker
        aria-label="从哪天起"
        placeholder="从哪天起"
        value={filters.from ? dayjs(filters.from) : null}
        onChange={(day) => choose({ from: day?.format('YYYY-MM-DD') })}
      />
      <DatePicker
        aria-label="到哪天止"
        placeholder="到哪天止"
        value={filters.until ? dayjs(filters.until) : null}
        onChange={(day) => choose({ until: day?.format('YYYY-MM-DD') })}
      />
      <Input.Search
        aria-label={label}
        className="audit-key"
        placeholder={within}
        allowClear
        maxLength={50}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onSearch={(value) => choose({ key: value.trim() || undefined })}
        enterButton="搜索"
      />
    </search>
  )
}
