// 会费收支公示: yearly income from dues, and its spending.
import type { YearlyDuesReport } from '@xinqiao/contract/http/payments/dues.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { definePage } from '../page.ts'

type PublishedYear = YearlyDuesReport & { publishTime: string }

export const duesPage = definePage<PublishedYear[]>({
  params: [],
  cached: false,
  indexed: true,
  load: ({ api }) => api('GET /dues/years', {}),
  head: () => ({
    title: '会费收支公示',
    description: '本会各年度会费的收入、支出与结余，向会员和社会公开。',
    canonical: routes.dues,
  }),
  View: ({ data }) => (
    <div className="frame max-w-[56rem]">
      <Breadcrumb
        crumbs={[
          { label: '首页', href: routes.dashBoard },
          { label: '会员服务', href: routes.member },
          { label: '会费收支公示' },
        ]}
      />
      <h1 className="text-2xl font-bold text-ink">会费收支公示</h1>
      <p className="mt-1 mb-5 text-muted">会费取之于会员，用于章程规定的业务范围。收入由本站账目自动汇总。</p>
      {data.length === 0 && (
        <Card>
          <EmptyState picture="/art/empty.svg" title="还没有公示的年度" text="年度收支经审议后在此公布">
            <ButtonLink href={routes.member}>会员服务</ButtonLink>
          </EmptyState>
        </Card>
      )}
      <div className="grid gap-5">
        {data.map((year) => (
          <YearSection key={year.year} year={year} />
        ))}
      </div>
    </div>
  ),
})

const AmountCell = ({ cents }: { cents: number }) => (
  <td className="py-2.5 text-right tabular-nums">{formatYuan(cents)}</td>
)

function YearSection({ year }: { year: PublishedYear }) {
  const income = year.incomeCents - year.refundCents
  const spent = year.spending.reduce((sum, item) => sum + item.cents, 0)
  return (
    <Card as="section" labelledBy={`dues-${year.year}`}>
      <BlockHeading id={`dues-${year.year}`}>{year.year}年度</BlockHeading>
      <table className="mt-4 w-full border-collapse text-compact">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            <th scope="col" className="py-2 font-normal">
              项目
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              金额（元）
            </th>
          </tr>
        </thead>
        <tbody className="[&_tr]:border-b [&_tr]:border-line">
          <tr>
            <th scope="row" className="py-2.5 text-left font-normal">
              会费收入（{year.payers}位会员{year.refundCents > 0 && '，已扣除退款'}）
            </th>
            <AmountCell cents={income} />
          </tr>
          {year.spending.map((item) => (
            <tr key={item.title}>
              <th scope="row" className="py-2.5 pl-4 text-left font-normal">
                支出：{item.title}
              </th>
              <AmountCell cents={item.cents} />
            </tr>
          ))}
          <tr className="font-semibold text-ink">
            <th scope="row" className="py-2.5 text-left">
              支出合计
            </th>
            <AmountCell cents={spent} />
          </tr>
          <tr className="font-semibold text-ink">
            <th scope="row" className="py-2.5 text-left">
              本年结余
            </th>
            <AmountCell cents={income - spent} />
          </tr>
        </tbody>
      </table>
      {year.note && <p className="mt-3 whitespace-pre-line">{year.note}</p>}
      <p className="mt-3 text-sm text-muted">公示日期 {year.publishTime.slice(0, 10)}</p>
    </Card>
  )
}
