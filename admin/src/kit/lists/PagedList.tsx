// A list of the console: a table on wide screens, cards on a phone, and the page number in the address.
import { Pagination, Table, type TableProps } from 'antd'
import { useEffect, type ReactNode } from 'react'
import type { LoadState } from '../api/hooks.ts'
import { useListAddress } from './list-address.tsx'
import { useNarrow } from '../use-narrow.ts'
import { navigate } from '../navigation/router.tsx'
import { LoadFailed, LoadingView } from '../states.tsx'

export const pageSize = 20

type PagedListProps<Row> = {
  loaded: LoadState<{ content: Row[]; totalElements: number }>
  columns: TableProps<Row>['columns']
  /** The card of an entry on a phone. */
  renderCard: (row: Row) => ReactNode
  empty: ReactNode
  /** Counting unit of entries: '篇', '个账号'. */
  unit: string
  /** Rows can be selected, for actions on several at once. */
  selection?: {
    picked: number[]
    onPick: (rows: Row[]) => void
    canPick: (row: Row) => boolean
    /** Accessible name of a row's checkbox. */
    nameOf: (row: Row) => string
  }
  /** Below this width in pixels the table scrolls sideways. */
  minWidth: number
}

export function PagedList<Row extends { id: number }>(props: PagedListProps<Row>) {
  const { columns, renderCard, empty, unit, minWidth, selection } = props
  const { page, addressOf } = useListAddress()
  const { data, error, loading, reload } = props.loaded
  const isNarrow = useNarrow()
  const total = data?.totalElements ?? 0

  // the last entry of the last page was deleted, so another page is the last one now
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const isPastEnd = data !== undefined && !loading && page > lastPage
  const lastAddress = addressOf(lastPage)
  useEffect(() => {
    if (isPastEnd) navigate(lastAddress, { replace: true })
  }, [isPastEnd, lastAddress])

  if (error) return <LoadFailed message={error} onRetry={reload} />
  if (!data) return <LoadingView />
  const rows = data.content
  return (
    <>
      {isNarrow ? (
        <div aria-busy={loading}>
          {rows.length ? (
            <ul className="cards">
              {rows.map((row) => (
                <li key={row.id}>{renderCard(row)}</li>
              ))}
            </ul>
          ) : (
            empty
          )}
        </div>
      ) : (
        <div className="panel table-panel">
          <Table
            rowKey="id"
            columns={columns}
            dataSource={rows}
            loading={loading}
            pagination={false}
            {...(selection && {
              rowSelection: {
                // antd renders the head twice, once hidden: a checkbox there would be invisible but focusable
                columnTitle: '选择',
                columnWidth: 72,
                selectedRowKeys: selection.picked,
                onChange: (_keys: unknown, picked: Row[]) => selection.onPick(picked),
                getCheckboxProps: (row: Row) => ({
                  disabled: !selection.canPick(row),
                  'aria-label': selection.nameOf(row),
                }),
              },
            })}
            locale={{ emptyText: empty }}
            scroll={{ x: minWidth }}
          />
        </div>
      )}
      {total > 0 && (
        <Pagination
          className="pages"
          current={page}
          pageSize={pageSize}
          total={total}
          showSizeChanger={false}
          simple={isNarrow}
          showTotal={(count) => `共 ${count} ${unit}`}
          onChange={(next) => navigate(addressOf(next))}
        />
      )}
    </>
  )
}
