// An answer of a robot: its words with links to the sources, and buttons for pages and further questions.
import { Fragment, type ReactNode } from 'react'
import type { RobotMessagePart } from '@xinqiao/contract/im/robots/robot-answers.ts'
import { parseRobotTemplate, type TemplateItem } from '@xinqiao/contract/im/robots/robot-template.ts'

type Source = NonNullable<RobotMessagePart['sources']>[number]
type RobotAnswerProps = {
  text: string
  robot: RobotMessagePart
  /** Asks the robot; null where the reader cannot write. */
  onAsk: ((question: string) => void) | null
}

/** A title at the beginning of a line, or a number in brackets, refers to a source. */
const citation = /^(?<at>\d)\. (?<title>《[^》]*》)|\[(?<number>\d)\]/g

function linkSources(line: string, sources: readonly Source[]): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of line.matchAll(citation)) {
    const { at, title, number } = match.groups!
    const source = sources[Number(at ?? number) - 1]
    if (!source?.url) continue
    parts.push(line.slice(end, match.index), at && `${at}. `)
    parts.push(
      <a
        key={match.index}
        href={source.url}
        title={source.title}
        {...(source.url.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
      >
        {title ?? match[0]}
      </a>,
    )
    end = match.index + match[0].length
  }
  return [...parts, line.slice(end)]
}

type TemplateLink = Extract<TemplateItem, { target: string }>
const listLinks = ({ answer = [] }: RobotMessagePart): TemplateLink[] =>
  answer
    .filter(({ type }) => type === 'template')
    .flatMap(({ content }) => parseRobotTemplate(content).json)
    .filter((item): item is TemplateLink => 'target' in item)
const labelOf = ({ text }: TemplateLink): string => text.map((item) => item.text ?? '').join('')

export function RobotAnswer({ text, robot, onAsk }: RobotAnswerProps) {
  const links = listLinks(robot)
  return (
    <div className="chat-bubble chat-robot-answer">
      {text.split('\n').map((line, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of an answer do not move
        <Fragment key={i}>
          <p>{linkSources(line, robot.sources ?? [])}</p>
        </Fragment>
      ))}
      {links.length > 0 && (
        <ul className="chat-robot-links">
          {links.map((link) => (
            <li key={link.target}>
              {link.type === 'url' ? (
                <a className="chat-robot-link" href={link.target}>
                  {labelOf(link)}
                </a>
              ) : (
                onAsk && (
                  <button type="button" className="chat-robot-link" onClick={() => onAsk(link.target)}>
                    {labelOf(link)}
                  </button>
                )
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
