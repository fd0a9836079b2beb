// State of a list in the address: page, search words and filters, so that back, forward and shared links work. The
// filter fields read and write the address.
import { Input, Select } from 'antd'
import { useState } from 'react'
import { withQuery } from '@xinqiao/contract/routes.ts'
import { useSyncedText } from '../api/hooks.ts'
import { navigate, useRouterLocation } from '../navigation/router.tsx'

/** Labels of a filter's values; an array of pairs if their order differs from the table's. */
type LabelTable = Readonly<Record<string, string>>
type LabelPairs = readonly (readonly [value: string, label: string])[]
const isPairs = (labels: LabelTable | LabelPairs): labels is LabelPairs => Array.isArray(labels)

/** Default maximum length of a search text; a list may set its own. */
const keyLimit = 50

/** A value that the table contains; unknown values count as absent. */
const readFilter = <Value extends string>(table: Record<Value, unknown>, param: string | null): Value | undefined =>
  param !== null && Object.hasOwn(table, param) ? (param as Value) : undefined

export function readListAddress(path: string, params: URLSearchParams, limit = keyLimit) {
  const addressWithParams = (change: Record<string, string | undefined>) =>
    withQuery(path, { ...Object.fromEntries(params), ...change })
  const pageParam = params.get('page') ?? ''
  return {
    params,
    page: /^[1-9]\d{0,5}$/.test(pageParam) ? Number(pageParam) : 1,
    /** The search text. */
    key: params.get('key')?.trim().slice(0, limit) || undefined,
    /** The filter of this name. */
    chosen: <Value extends string>(name: string, table: Record<Value, unknown>) => readFilter(table, params.get(name)),
    /** Goes to the first page of the list with these filters changed. */
    choose: (change: Record<string, string | undefined>) => navigate(addressWithParams({ page: undefined, ...change })),
    /** The address of this list with another page. */
    addressOf: (page: number) => addressWithParams({ page: page > 1 ? `${page}` : undefined }),
  }
}

export function useListAddress(limit?: number) {
  const { path, params } = useRouterLocation()
  return readListAddress(path, params, limit)
}

/**
 * Selected entries for bulk actions. The selection survives paging, but not another filter.
 * @param narrowed the current filters
 */
export function useSelection<T>(narrowed: object): [ticked: T[], tick: (next: T[]) => void] {
  const filter = JSON.stringify(narrowed)
  const [state, setState] = useState<{ of: string; ticked: T[] }>({ of: filter, ticked: [] })
  return [state.of === filter ? state.ticked : [], (ticked) => setState({ of: filter, ticked })]
}

type FilterSelectProps = {
  /** Query parameter of the filter. */
  name: string
  label: string
  labels: LabelTable | LabelPairs
  /** Label while no value is chosen: '全部状态'. */
  all?: string
  /** The default value, for a list that is always filtered. */
  initial?: string
  isWide?: boolean
}

export function FilterSelect({ name, label, labels, all, initial, isWide = false }: FilterSelectProps) {
  const { params, choose } = useListAddress()
  const pairs = isPairs(labels) ? labels : Object.entries(labels)
  const value = readFilter(Object.fromEntries(pairs), params.get(name)) ?? initial
  return (
    <Select
      aria-label={label}
      className={isWide ? 'filter-wide' : 'filter-select'}
      placeholder={all}
      allowClear={initial === undefined}
      value={value}
      onChange={(next?: string) => choose({ [name]: next === initial ? undefined : next })}
      options={pairs.map(([option, text]) => ({ value: option, label: text }))}
    />
  )
}

type FilterSearchProps = { label: string; placeholder: string; button?: string; limit?: number }

export function FilterSearch({ label, placeholder, button = '搜索', limit = keyLimit }: FilterSearchProps) {
  const { key = '', choose } = useListAddress(limit)
  const [text, setText] = useSyncedText(key)
  return (
    <Input.Search
      aria-label={label}
      className="filter-key"
      placeholder={placeholder}
      allowClear
      maxLength={limit}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={(value) => choose({ key: value.trim() })}
      enterButton={button}
    />
  )
}
