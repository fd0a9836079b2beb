// The place of a text of danger, with a link to the page of the lecture in whose chatroom it was written.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'

type SourceNameProps = { name: string; lectureId: number | null }

export const SourceName = ({ name, lectureId }: SourceNameProps) =>
  lectureId === null ? (
    <>{name}</>
  ) : (
    <a href={withQuery(routes.lecture, { id: lectureId })} target="_blank">
      {name}
    </a>
  )
