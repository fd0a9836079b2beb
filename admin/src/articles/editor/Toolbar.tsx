// The editor's toolbar: one tab stop with arrow keys inside (the ARIA toolbar pattern).
import { Button, Select, Tooltip } from 'antd'
import { useEditorState, type Editor } from '@tiptap/react'
import type { KeyboardEvent } from 'react'
import { ContextBar } from './ContextBar.tsx'
import { toolbarCommands, type EditorDialog } from './toolbar-commands.tsx'

const shapes = [
  { value: 0, label: '正文' },
  { value: 2, label: '大标题' },
  { value: 3, label: '中标题' },
  { value: 4, label: '小标题' },
]
type HeadingLevel = 2 | 3 | 4
const allTools = toolbarCommands.flat()

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (!step || !(event.target instanceof HTMLButtonElement)) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
  const next = buttons[(buttons.indexOf(event.target) + step + buttons.length) % buttons.length]
  next?.focus()
}

export function Toolbar({ editor, open }: { editor: Editor; open: (dialog: EditorDialog) => void }) {
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      shape: ([2, 3, 4] as const).find((level) => now.isActive('heading', { level })) ?? 0,
      lit: Object.fromEntries(allTools.map((tool) => [tool.name, tool.isLit?.(now) ?? false])),
      can: Object.fromEntries(allTools.map((tool) => [tool.name, now.isEditable && (tool.can?.(now) ?? true)])),
    }),
  })
  const setHeadingLevel = (level: number) => {
    const chain = editor.chain().focus()
    if (level === 0) chain.setParagraph().run()
    else chain.setHeading({ level: level as HeadingLevel }).run()
  }

  return (
    <div className="toolbar-wrap">
      <div className="toolbar" role="toolbar" tabIndex={-1} aria-label="正文格式" onKeyDown={moveFocus}>
        <Select
          aria-label="段落样式"
          size="small"
          className="toolbar-shape"
          value={state.shape}
          options={shapes}
          onChange={setHeadingLevel}
        />
        {toolbarCommands.map((group) => (
          <span key={group[0]?.name} className="toolbar-group">
            {group.map((tool) => (
              <Tooltip key={tool.name} title={tool.label} mouseEnterDelay={0.4}>
                <Button
                  type="text"
                  size="small"
                  icon={tool.icon}
                  aria-label={tool.label}
                  aria-pressed={tool.isLit ? state.lit[tool.name] : undefined}
                  disabled={!state.can[tool.name]}
                  tabIndex={tool.name === 'bold' ? 0 : -1}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => tool.run(editor, open)}
                />
              </Tooltip>
            ))}
          </span>
        ))}
      </div>
      <ContextBar editor={editor} />
    </div>
  )
}
