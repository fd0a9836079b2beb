// Where one is in a list. Page, search words and filters stand in the address, so that back, forward and a shared link
// find them again; the fields that narrow a list read and write the address by themselves.
import { Input, Select } from 'antd'
import { withQuery } from '@xinqiao/contract/routes.ts'
import { useFollowing } from './calls.ts'
import { navigate, usePlace } from './router.tsx'

type Words = Readonly<Record<string, string>>
const keyLimit = 50

/** A value of the table; what the table does not have counts as absent. */
export const chosen = <Value extends string>(table: Record<Value, unknown>, given: string | null): Value | undefined =>
  given !== null && Object.hasOwn(table, given) ? (given as Value) : undefined

export function listPlaceAt(path: string, params: URLSearchParams) {
  const addressWith = (change: Record<string, string | undefined>) =>
    withQuery(path, { ...Object.fromEntries(params), ...change })
  const given = params.get('page') ?? ''
  return {
    params,
    page: /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1,
    /** What is searched for. */
    key: params.get('key')?.trim().slice(0, keyLimit) || undefined,
    /** The filter of this name. */
    chosen: <Value extends string>(name: string, table: Record<Value, unknown>) => chosen(table, params.get(name)),
    /** Goes to the first page of the list with these filters changed. */
    choose: (change: Record<string, string | undefined>) => navigate(addressWith({ page: undefined, ...change })),
    /** This list's address with another page. */
    addressOf: (page: number) => addressWith({ page: page > 1 ? `${page}` : undefined }),
  }
}

export function useListPlace() {
  const { path, params } = usePlace()
  return listPlaceAt(path, params)
}

type FilterSelectProps = {
  /** What the filter is called in the address. */
  name: string
  label: string
  /** The words by their values, or such pairs where the order of the values is another. */
  words: Words | readonly (readonly [value: string, label: string])[]
  /** Said while nothing is chosen: '全部状态'. */
  all?: string
  /** For a list that is always narrowed: what an address without this filter means. */
  initial?: string
  isWide?: boolean
}

export function FilterSelect({ name, label, words, all, initial, isWide = false }: FilterSelectProps) {
  const { params, choose } = useListPlace()
  const pairs = words instanceof Array ? words : Object.entries(words)
  const value = chosen(Object.fromEntries(pairs), params.get(name)) ?? initial
  return (
    <Select
      aria-label={label}
      className={isWide ? 'filter-wide' : 'filter-select'}
      placeholder={all}
      allowClear={initial === undefined}
      value={value}
      onChange={(next?: string) => choose({ [name]: next === initial ? undefined : next })}
      options={pairs.map(([given, text]) => ({ value: given, label: text }))}
    />
  )
}

type FilterSearchProps = { label: string; placeholder: string; button?: string }

export function FilterSearch({ label, placeholder, button = '搜索' }: FilterSearchProps) {
  const { key = '', choose } = useListPlace()
  const [text, setText] = useFollowing(key)
  return (
    <Input.Search
      aria-label={label}
      className="filter-key"
      placeholder={placeholder}
      allowClear
      maxLength={keyLimit}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={(value) => choose({ key: value.trim() })}
      enterButton={button}
    />
  )
}
