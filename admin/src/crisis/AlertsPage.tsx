// Crisis alerts, open ones first. The list refreshes automatically.
import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { alertFilters } from '@xinqiao/contract/crisis.ts'
import { FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { navigate } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { AlertCard, alertColumns } from './alert-rows.tsx'

const pollIntervalMs = 10_000

const emptyMessages = {
  all: '还没有提醒',
  open: '没有待处理的提醒',
  mine: '您没有正在跟进的提醒',
  taken: '没有跟进中的提醒',
  closed: '没有已结束的提醒',
} as const

export function AlertsPage() {
  const { page, chosen } = useListAddress()
  const state = chosen('state', alertFilters)
  const query = { page, size: pageSize, state }
  const loaded = useApi('GET /admin/care/alerts', query)
  const refresh = useEffectEvent(() => {
    if (!document.hidden && !loaded.loading) loaded.reload()
  })
  useEffect(() => {
    const timer = setInterval(() => refresh(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [])

  return (
    <>
      <ScreenHead
        title="危机提醒"
        lead="消息、提问或预约中可能有危险的表达；请尽快接手，联系本人或家人，并记录结果。情况紧急时直接联系120、110"
      >
        <Button onClick={() => navigate('/alert-figures')}>统计</Button>
        <Button onClick={() => navigate('/duty')}>值班安排</Button>
      </ScreenHead>
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={alertFilters} />
      </search>
      <PagedList
        loaded={loaded}
        columns={alertColumns}
        renderCard={(alert) => <AlertCard alert={alert} />}
        empty={<EmptyList message={emptyMessages[state ?? 'all']} />}
        unit="条"
        minWidth={1100}
      />
    </>
  )
}
