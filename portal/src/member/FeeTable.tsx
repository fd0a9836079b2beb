// What membership costs, and by whose decision: the law wants both to be seen.
import { routes } from '@xinqiao/contract/routes.ts'
import { memberKinds, type MemberKind } from '@xinqiao/contract/membership.ts'
import type { MemberLevel } from '@xinqiao/contract/http/own-membership.ts'

export const yuanOf = (cents: number) => (cents / 100).toFixed(2)
export const termOf = (months: number) => (months % 12 === 0 ? `${months / 12}年` : `${months}个月`)

export function FeeTable({ levels, kind }: { levels: readonly MemberLevel[]; kind: MemberKind | null }) {
  const shown = levels.filter((level) => level.fee && (kind === null || level.kind === kind))
  if (shown.length === 0) return null
  const decided = [...new Set(shown.map(({ fee }) => `${fee!.decidedOn} ${fee!.decision}`))]
  return (
    <section aria-labelledby="fees" className="mt-8 max-w-[44.625rem]">
      <h2 id="fees" className="mb-3 text-xl font-bold text-ink">
        现行会费标准
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {shown.map(({ id, title, description, fee, seats, kind: of }) => (
          <li key={id} className="rounded-card border border-line px-4.5 py-4">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <strong className="text-ink">{title}</strong>
              <span className="text-sm text-muted">
                {memberKinds[of]}
                {of === 'unit' && ` · ${seats}个席位`}
              </span>
            </p>
            <p className="mt-1 text-ink">
              <strong className="text-2xl tabular-nums">{yuanOf(fee!.cents)}</strong> 元／{termOf(fee!.termMonths)}
            </p>
            {description && <p className="mt-1 text-sm text-muted">{description}</p>}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        依据：{decided.join('；')}。
        <a href={routes.dues} className="inline-block text-brand-deep underline underline-offset-4 hover:text-brand">
          会费收支公示
        </a>
      </p>
    </section>
  )
}
