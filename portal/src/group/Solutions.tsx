// The six solutions by field: needs, services and results.
import { group, type IndustrySolution } from './group.texts.ts'

export const Solutions = () => (
  <section aria-labelledby="solutions">
    <h2 id="solutions" className="mb-4 text-xl font-bold text-ink">
      {group.solutionsTitle}
    </h2>
    <ul className="grid gap-4 md:grid-cols-2">
      {group.solutions.map((solution) => (
        <li key={solution.title} className="min-w-0 rounded-card bg-surface p-5 shadow-card sm:p-6">
          <SolutionCard solution={solution} />
        </li>
      ))}
    </ul>
  </section>
)

const SolutionCard = ({ solution }: { solution: IndustrySolution }) => (
  <article>
    <h3 className="text-lg font-bold text-ink">{solution.title}</h3>
    <p className="text-sm text-muted">适合：{solution.audience}</p>
    <ul aria-label="常见需要" className="mt-3 flex flex-wrap gap-1.5">
      {solution.needs.map((need) => (
        <li key={need} className="rounded-full bg-warm-tint px-3 py-0.5 text-sm text-warm-ink">
          {need}
        </li>
      ))}
    </ul>
    <h4 className="mt-4 text-sm font-semibold text-brand-deep">我们的做法</h4>
    <ul className="mt-1 list-disc pl-5 text-compact leading-7 marker:text-brand">
      {solution.actions.map((action) => (
        <li key={action}>{action}</li>
      ))}
    </ul>
    <h4 className="mt-4 text-sm font-semibold text-brand-deep">期待的改变</h4>
    <ul className="mt-1 list-disc pl-5 text-compact leading-7 marker:text-brand">
      {solution.results.map((result) => (
        <li key={result}>{result}</li>
      ))}
    </ul>
  </article>
)
