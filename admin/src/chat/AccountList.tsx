// List of chat accounts with search by account or name. Each entry has its state and actions.
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import type { LoadState } from '../kit/api/hooks.ts'
import { FilterSearch, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList } from '../kit/lists/PagedList.tsx'
import { EmptyList } from '../kit/states.tsx'
import { RestrictionTags, useAccountActions, type ChatAccount } from './account-actions.tsx'
import './chat.css'

type AccountListProps<Row> = {
  loaded: LoadState<{ content: Row[]; totalElements: number }>
  /** Columns before the state and the actions. */
  columns: TableColumnsType<Row>
  stateWidth: number
  actionsWidth: number
  /** Facts below the name, on a phone. */
  renderFacts: (row: Row) => ReactNode
  /** True for a connected account, which can be disconnected. */
  isOnline: (row: Row) => boolean
  /** Texts of the search, if it does not search by account or name. */
  search?: { label: string; placeholder: string }
  /** Texts for an empty list, and for a search without results. */
  nothing: string
  nothingFound: string
  unit: string
  minWidth: number
}

export function AccountList<Row extends ChatAccount & { id: number }>(props: AccountListProps<Row>) {
  const { loaded, columns, stateWidth, actionsWidth, renderFacts, isOnline, nothing, nothingFound, ...others } = props
  const { search = { label: '账号或名称', placeholder: '完整的聊天账号，或名称的一部分' }, ...rest } = others
  const { key } = useListAddress()
  const { renderActions, dialog } = useAccountActions(loaded.reload)
  return (
    <>
      <search className="filters">
        <FilterSearch {...search} />
      </search>
      <PagedList
        {...rest}
        loaded={loaded}
        columns={[
          ...columns,
          { title: '状态', key: 'state', width: stateWidth, render: (_, row) => <RestrictionTags {...row} /> },
          { title: '操作', key: 'actions', width: actionsWidth, render: (_, row) => renderActions(row, isOnline(row)) },
        ]}
        renderCard={(row) => (
          <>
            <strong>{row.name}</strong> <RestrictionTags {...row} />
            <div className="cards-facts chat-operation-text">{renderFacts(row)}</div>
            {renderActions(row, isOnline(row))}
          </>
        )}
        empty={<EmptyList message={key ? nothingFound : nothing} />}
      />
      {dialog}
    </>
  )
}
