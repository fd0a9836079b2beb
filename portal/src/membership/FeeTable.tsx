// Membership fees with their resolutions: the law requires publication of both.
import { formatYuan } from '@xinqiao/contract/orders.ts'
import type { ReactNode } from 'react'
import { routes } from '@xinqiao/contract/routes.ts'
import { formatTerm, memberKinds, type MemberKind } from '@xinqiao/contract/membership.ts'
import type { MemberLevelFee, MemberLevel } from '@xinqiao/contract/http/membership/own.ts'

export function FeeTable({ levels, kind }: { levels: readonly MemberLevel[]; kind: MemberKind | null }) {
  const shownLevels = levels.filter((level) => (level.fee ?? level.coming) && (kind === null || level.kind === kind))
  if (shownLevels.length === 0) return null
  return (
    <section aria-labelledby="fees" className="mt-8 max-w-[44.625rem]">
      <h2 id="fees" className="mb-3 text-xl font-bold text-ink">
        现行会费标准
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {shownLevels.map(({ id, title, description, fee, coming, seats, kind: of }) => (
          <li key={id} className="rounded-card border border-line px-4.5 py-4">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <strong className="text-ink">{title}</strong>
              <span className="text-sm text-muted">
                {memberKinds[of]}
                {of === 'unit' && ` · ${seats}个席位`}
              </span>
            </p>
            {fee && (
              <>
                <p className="mt-1 text-ink">
                  <strong className="text-2xl tabular-nums">{formatYuan(fee.cents)}</strong> 元／
                  {formatTerm(fee.termMonths)}
                </p>
                <DecisionNote fee={fee}>自 {fee.effectiveFrom} 起执行</DecisionNote>
              </>
            )}
            {description && <p className="mt-1 text-sm text-muted">{description}</p>}
            {coming && (
              <div className="mt-3 border-t border-line pt-3">
                <p className="text-compact text-ink">
                  自 <span className="tabular-nums">{coming.effectiveFrom}</span> 起{fee ? '改为' : '为'}{' '}
                  <strong className="tabular-nums">{formatYuan(coming.cents)}</strong> 元／
                  {formatTerm(coming.termMonths)}
                </p>
                <DecisionNote fee={coming} />
              </div>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        会费标准由会员代表大会决议，固定不浮动。
        <a href={routes.dues} className="inline-block text-brand-deep underline underline-offset-4 hover:text-brand">
          会费收支公示
        </a>
      </p>
    </section>
  )
}

/** The resolution behind a fee, with its file if it has one. */
const DecisionNote = ({ fee, children }: { fee: MemberLevelFee; children?: ReactNode }) => (
  <p className="mt-1 text-sm text-muted">
    {children}
    {children && '，'}依据：
    {fee.file ? (
      <a
        href={fee.file.url}
        className="inline-block text-brand-deep underline underline-offset-4 hover:text-brand"
        aria-label={`${fee.decision}（${fee.file.name}）`}
      >
        {fee.decision}
      </a>
    ) : (
      fee.decision
    )}
    （{fee.decidedOn}）
  </p>
)
