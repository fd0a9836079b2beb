// Monthly figures of crisis alerts without names: number, response time and outcome. Exercises are excluded.
import { Table, type TableColumnsType } from 'antd'
import { alertOutcomes, crisisLevels, crisisLevelTable, type AlertOutcome } from '@xinqiao/contract/crisis.ts'
import type { MonthlyAlertFigures } from '@xinqiao/contract/http/crisis/duty.ts'
import { useNarrow } from '../kit/use-narrow.ts'
import { Link } from '../kit/navigation/router.tsx'
import { LoadFailed, EmptyList, ScreenHead, LoadingView } from '../kit/states.tsx'
import { useApi } from '../kit/api/use-api.ts'
import './crisis.css'
import { formatDuration } from './format-duration.ts'

const outcomeNames = (Object.keys(alertOutcomes) as AlertOutcome[]).filter((name) => name !== 'drilled')

const formatMedian = ({ medianSeconds }: MonthlyAlertFigures) =>
  medianSeconds === null ? '—' : formatDuration(medianSeconds)
const formatQuickShare = ({ takenWithin15Minutes, total }: MonthlyAlertFigures) =>
  `${takenWithin15Minutes}条（${Math.round((100 * takenWithin15Minutes) / total)}%）`

const OutcomeList = ({ month: { outcomes, running } }: { month: MonthlyAlertFigures }) => (
  <ul className="figures-outcomes">
    {outcomeNames
      .filter((name) => outcomes[name] > 0)
      .map((name) => (
        <li key={name}>
          {alertOutcomes[name]}：{outcomes[name]}
        </li>
      ))}
    {running > 0 && <li>尚未结束：{running}</li>}
  </ul>
)

const columns: TableColumnsType<MonthlyAlertFigures> = [
  { title: '月份', dataIndex: 'month', width: 100 },
  { title: '提醒', dataIndex: 'total', width: 70 },
  ...crisisLevels.map((level) => ({
    title: crisisLevelTable[level].title,
    key: level,
    width: 120,
    render: (_: unknown, month: MonthlyAlertFigures) => month.levels[level],
  })),
  { title: '接手用时（中位数）', key: 'speed', width: 150, render: (_, month) => formatMedian(month) },
  { title: '15分钟内接手', key: 'quick', width: 130, render: (_, month) => formatQuickShare(month) },
  { title: '结果', key: 'outcomes', render: (_, month) => <OutcomeList month={month} /> },
]

const MonthCard = ({ month }: { month: MonthlyAlertFigures }) => (
  <>
    <strong>{month.month}</strong>
    <div className="cards-facts">
      <span>共{month.total}条</span>
      {crisisLevels
        .filter((level) => month.levels[level] > 0)
        .map((level) => (
          <span key={level}>
            {crisisLevelTable[level].title} {month.levels[level]}
          </span>
        ))}
      <span>接手用时 {formatMedian(month)}</span>
      <span>15分钟内接手 {formatQuickShare(month)}</span>
    </div>
    <OutcomeList month={month} />
  </>
)

export function FiguresPage() {
  const { data, error, reload } = useApi('GET /admin/care/figures', {})
  const isNarrow = useNarrow()
  if (error) return <LoadFailed message={error} onRetry={reload} />
  if (!data) return <LoadingView />
  return (
    <>
      <ScreenHead title="危机提醒统计" lead="最近十二个月的数量、接手速度与结果；不含姓名，演练不计入">
        <Link to="/care">返回危机提醒</Link>
      </ScreenHead>
      {data.length === 0 && <EmptyList message="还没有提醒" />}
      {data.length > 0 &&
        (isNarrow ? (
          <ul className="cards">
            {data.map((month) => (
              <li key={month.month}>
                <MonthCard month={month} />
              </li>
            ))}
          </ul>
        ) : (
          <Table rowKey="month" columns={columns} dataSource={data} pagination={false} scroll={{ x: 1100 }} />
        ))}
    </>
  )
}
