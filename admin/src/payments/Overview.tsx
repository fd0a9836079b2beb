// Overview above the orders: figures of a period, and open work.
import { Alert, Segmented } from 'antd'
import { moneyPeriods, orderKindTitles, payProviders, type MoneyPeriod } from '@xinqiao/contract/orders.ts'
import { useListAddress } from '../kit/lists/list-address.tsx'
import { Link } from '../kit/navigation/router.tsx'
import { LoadFailed } from '../kit/states.tsx'
import { useApi } from '../kit/api/use-api.ts'
import './payments.css'
import { formatMoney } from './money.tsx'

const periods = Object.entries(moneyPeriods).map(([value, label]) => ({ value: value as MoneyPeriod, label }))
const initial: MoneyPeriod = 'month'

type SumCardProps = { title: string; cents: number | undefined; note?: string; sign?: string }
const SumCard = ({ title, cents, note, sign }: SumCardProps) => (
  <li>
    {sign && (
      <b className="payments-sign" aria-hidden="true">
        {sign}
      </b>
    )}
    <span>{title}</span>
    <strong>{cents === undefined ? '…' : formatMoney(cents)}</strong>
    {note && <small>{note}</small>}
  </li>
)

export function Overview() {
  const { chosen, choose, params } = useListAddress()
  const period = chosen('period', moneyPeriods) ?? initial
  const { data, error, reload } = useApi('GET /admin/money', { period })
  // figures of another period must not appear under the name of this one
  const overview = data?.period === period ? data : undefined
  const waiting = [
    data && data.refundsRequested > 0 && `${data.refundsRequested}笔退款待审批`,
    data && data.refundsFailed > 0 && `${data.refundsFailed}笔退款异常`,
    data && data.refundsToPayOut > 0 && `${data.refundsToPayOut}笔退款待汇给付款人`,
    data && data.mismatches > 0 && `${data.mismatches}笔付款金额不符，须申请退回`,
  ].filter((text): text is string => typeof text === 'string')
  if (error) return <LoadFailed message={error} onRetry={reload} />
  return (
    <section aria-label="资金概览" className="payments-overview">
      {waiting.length > 0 && (
        <Alert
          className="payments-note"
          type="warning"
          showIcon
          title={waiting.join('；')}
          action={<Link to="/refunds">查看退款</Link>}
        />
      )}
      <Segmented
        aria-label="时间范围"
        value={period}
        onChange={(next) =>
          // another period keeps the page number of the list below
          choose({ period: next === initial ? undefined : next, page: params.get('page') ?? undefined })
        }
        options={periods}
      />
      <ul className="payments-sums" aria-label={`${moneyPeriods[period]}收支`} aria-busy={!overview}>
        <SumCard title="收入" cents={overview?.incomeCents} />
        <SumCard title="退款" cents={overview?.refundCents} sign="−" />
        <SumCard title="净收入" cents={overview?.netCents} sign="=" />
        <SumCard title="待退（截至目前）" cents={overview?.owedCents} note="多付、错付与逾期的款项，不计入收入" />
      </ul>
      {overview && (
        <p className="payments-parts">
          {overview.kinds.map(({ kind, incomeCents, refundCents }) => (
            <span key={kind}>
              {orderKindTitles[kind]}净收入 <b>{formatMoney(incomeCents - refundCents)}</b>
            </span>
          ))}
          {overview.kinds.length === 0 && <span>{moneyPeriods[period]}没有收支</span>}
          {overview.providers.map(({ provider, cents }) => (
            <span key={provider}>
              {payProviders[provider].title}累计（截至目前） <b>{formatMoney(cents)}</b>
            </span>
          ))}
        </p>
      )}
    </section>
  )
}
