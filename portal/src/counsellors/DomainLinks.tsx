// Domains of a counsellor, as links to the counsellors of each.
import type { Domain } from '@xinqiao/contract/http/qa/questions.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'

export const DomainLinks = ({ domains }: { domains: readonly Domain[] }) => (
  <ul className="flex flex-wrap gap-2" aria-label="擅长领域">
    {domains.map(({ id, domain }) => (
      <li key={id}>
        <a
          href={withQuery(routes.consult, { domain: id })}
          className="inline-flex min-h-8 items-center rounded-full bg-tint px-3 text-sm text-brand-deep hover:underline"
        >
          {domain}
        </a>
      </li>
    ))}
  </ul>
)
