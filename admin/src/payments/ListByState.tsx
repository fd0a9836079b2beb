// A list of the finance office with a state filter and pages.
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { useLoaded } from '../kit/api/hooks.ts'
import { FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import './payments.css'

type ListByStateProps<Row, State extends string> = {
  path: string
  title: string
  lead: string
  states: Record<State, string>
  load: (query: { page: number; size: number; state: State | undefined }) => Promise<{
    content: Row[]
    totalElements: number
  }>
  /** Columns of the table. Their actions call `reload` after a change. */
  columns: (reload: () => void) => TableColumnsType<Row>
  renderCard: (row: Row, reload: () => void) => ReactNode
  /** Text for an empty list, and for an empty filter. */
  nothing: string
  nothingOfState: string
  unit: string
  minWidth: number
  /** Dialogs that change an entry of the list. */
  children?: (reload: () => void) => ReactNode
}

export function ListByState<Row extends { id: number }, State extends string>(props: ListByStateProps<Row, State>) {
  const { path, title, lead, states, load, columns, renderCard, nothing, nothingOfState, unit, minWidth } = props
  const { page, chosen } = useListAddress()
  const state = chosen('state', states)
  const query = { page, size: pageSize, state }
  const loaded = useLoaded(`${path} ${JSON.stringify(query)}`, () => load(query))
  return (
    <>
      <ScreenHead title={title} lead={lead} />
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={states} />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns(loaded.reload)}
        renderCard={(row) => renderCard(row, loaded.reload)}
        empty={<EmptyList message={state ? nothingOfState : nothing} />}
        unit={unit}
        minWidth={minWidth}
      />
      {props.children?.(loaded.reload)}
    </>
  )
}
