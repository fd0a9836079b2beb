// Tabs of the room: chat, questions, raised hands.
export type RoomTab = 'chat' | 'questions' | 'hands'

type RoomTabsProps = {
  tab: RoomTab
  onTab: (tab: RoomTab) => void
  /** Number of questions that wait for the speaker. */
  waiting: number
  /** Raised hands; null for others than moderators. */
  hands: number | null
}

const countText = (count: number): string => (count > 0 ? `（${count}）` : '')

export function RoomTabs({ tab, onTab, waiting, hands }: RoomTabsProps) {
  const tabs: readonly (readonly [RoomTab, string])[] = [
    ['chat', '聊天'],
    ['questions', `提问${countText(waiting)}`],
    ...(hands === null ? [] : ([['hands', `举手${countText(hands)}`]] as const)),
  ]
  return (
    <div className="lecture-tabs flex shrink-0 border-b border-line bg-surface px-2">
      {tabs.map(([name, label]) => (
        <button
          key={name}
          type="button"
          aria-pressed={tab === name}
          onClick={() => onTab(name)}
          className={`min-h-11 border-b-2 px-3 text-compact font-semibold ${tab === name ? 'border-brand text-brand-deep' : 'border-transparent text-muted'}`}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
