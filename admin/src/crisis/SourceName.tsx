// The place of a text of danger, with a link to the page of the group or of the lecture where it was written.
import type { CrisisSignal } from '@xinqiao/contract/http/crisis/alert-model.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Link } from '../kit/navigation/router.tsx'

type SourceNameProps = { name: string; lectureId: number | null; group?: CrisisSignal['group'] }

const groupPaths = { peer: '/peer-groups', account: '/account-groups' } as const

export const SourceName = ({ name, lectureId, group = null }: SourceNameProps) => {
  if (group) return <Link to={`${groupPaths[group.kind]}/${group.id}`}>{name}</Link>
  return lectureId === null ? (
    <>{name}</>
  ) : (
    <a href={withQuery(routes.lecture, { id: lectureId })} target="_blank">
      {name}
    </a>
  )
}
