// How a peer group protects its members, and what it does not replace.
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { HelpCard } from '../frame/HelpCard.tsx'
import { peerGroupTexts } from './peer-group.texts.ts'

export const Guarantees = () => (
  <aside className="grid content-start gap-4" aria-label="保护与求助">
    <Card as="section" labelledBy="guarantees-title" className="p-5">
      <BlockHeading id="guarantees-title">小组怎样保护您</BlockHeading>
      <ul className="mt-3 grid gap-2">
        {peerGroupTexts.guarantees.map((text) => (
          <li key={text} className="flex gap-2">
            <Icon name="check" className="mt-1 size-4.5 text-brand" />
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">{peerGroupTexts.boundary}</p>
    </Card>
    <HelpCard />
  </aside>
)
