// The list of members above the input, from which a mention is chosen.
// oxlint-disable jsx-a11y/prefer-tag-over-role -- a select would take the focus from the input
import { useEffect, useRef } from 'react'
import { Avatar, GroupMark } from '../../Avatar.tsx'
import type { MentionOption } from './mention-text.ts'

type MentionListProps = {
  id: string
  options: readonly MentionOption[]
  /** The selected option. */
  index: number
  onPick: (option: MentionOption) => void
}

export function MentionList({ id, options, index, onPick }: MentionListProps) {
  const selectedOption = useRef<HTMLDivElement>(null)
  useEffect(() => {
    selectedOption.current?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- shows the option that has become the selected one
  }, [index])
  return (
    <div id={id} role="listbox" aria-label="提到谁" className="group-mentions">
      {options.map((option, i) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the input
        <div
          key={option.account}
          ref={i === index ? selectedOption : null}
          id={`${id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === index}
          // the input keeps the focus
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          {option.account === '' ? <GroupMark small /> : <Avatar name={option.name} small />}
          {option.name}
        </div>
      ))}
    </div>
  )
}
