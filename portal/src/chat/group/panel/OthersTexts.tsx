// Says what others have stored while the reader typed. The reader decides by storing again.
import type { TeamTextsBeforeChange } from '@xinqiao/contract/im/team/team-model.ts'
import { Notice } from '@xinqiao/ui/Notice.tsx'

const labels: Record<keyof TeamTextsBeforeChange, string> = { name: '小组名称', intro: '介绍', announcement: '公告' }

export function OthersTexts({ texts }: { texts: TeamTextsBeforeChange }) {
  const entries = (Object.keys(labels) as (keyof TeamTextsBeforeChange)[]).flatMap((name) => {
    const text = texts[name]
    return text === undefined ? [] : [{ label: labels[name], text: text === '' ? '空的' : text }]
  })
  if (entries.length === 0) return null
  return (
    <Notice tone="warm" role="alert">
      刚刚被他人修改，您写的还在这里。再次保存会替换他人的修改。
      {entries.map(({ label, text }) => (
        <span key={label} className="group-text block">
          {label}现在是：{text}
        </span>
      ))}
    </Notice>
  )
}
