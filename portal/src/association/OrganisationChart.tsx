// The organisation chart as nested lists, which read in order without the lines and stack on phones.
import { organisation, type OrganisationNode } from './organisation.texts.ts'

export function OrganisationChart() {
  const { summary, congress, supervisoryBoard, committees } = organisation
  return (
    <>
      <p className="max-w-[44.625rem]">{summary}</p>
      <ul className="chart mt-8">
        <OfficeBox node={{ ...congress, children: [...(congress.children ?? []), supervisoryBoard] }} depth={0} />
      </ul>
      <h2 className="mt-11 mb-4 text-xl font-bold text-ink">专业委员会</h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {committees.map((committee) => (
          <li key={committee.name} className="rounded-card border border-line px-4.5 py-3.5">
            <h3 className="font-semibold text-ink">{committee.name}</h3>
            <p className="text-sm leading-6 text-muted">{committee.duty}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

const boxes = [
  'bg-brand text-white',
  'bg-tint text-ink ring-1 ring-inset ring-brand-line',
  'bg-tint text-ink ring-1 ring-inset ring-brand-line',
  'bg-surface text-ink ring-1 ring-inset ring-brand-line',
  'bg-surface text-ink ring-1 ring-inset ring-line',
]

type OfficeBoxProps = { node: OrganisationNode; depth: number }

function OfficeBox({ node, depth }: OfficeBoxProps) {
  return (
    <li>
      <div className={`rounded-card px-4.5 py-3 ${boxes[depth] ?? boxes[4]}`}>
        <p className="font-semibold">{node.name}</p>
        <p className={`text-sm leading-6 ${depth === 0 ? 'text-white' : 'text-muted'}`}>{node.duty}</p>
      </div>
      {node.children && (
        <ul>
          {node.children.map((child) => (
            <OfficeBox key={child.name} node={child} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  )
}
