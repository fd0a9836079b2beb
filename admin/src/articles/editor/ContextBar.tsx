// A second toolbar row while the cursor is in a table or a picture is selected.
import { Button, Input } from 'antd'
import { useEditorState, type Editor } from '@tiptap/react'
import { tableCommands } from './toolbar-commands.tsx'

export function ContextBar({ editor }: { editor: Editor }) {
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      inTable: now.isActive('table'),
      onPicture: now.isActive('image'),
      at: now.state.selection.from,
      alt: (now.getAttributes('image').alt as string | null) ?? '',
      can: tableCommands.map((tool) => tool.can?.(now) ?? true),
    }),
  })
  if (state.onPicture) {
    return (
      <fieldset className="toolbar-context" aria-label="图片">
        <label htmlFor="picture-alt">图片说明</label>
        <Input
          id="picture-alt"
          key={state.at}
          size="small"
          maxLength={100}
          defaultValue={state.alt}
          placeholder="画面内容，供读屏软件朗读"
          onChange={(event) => editor.commands.updateAttributes('image', { alt: event.target.value })}
          onPressEnter={(event) => {
            event.preventDefault()
            editor.commands.focus()
          }}
        />
        <Button size="small" danger onClick={() => editor.chain().focus().deleteSelection().run()}>
          删除图片
        </Button>
      </fieldset>
    )
  }
  if (!state.inTable) return null
  return (
    <fieldset className="toolbar-context" aria-label="表格">
      {tableCommands.map((tool, at) => (
        <Button
          key={tool.label}
          size="small"
          type="text"
          disabled={!state.can[at]}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => tool.run(editor)}
        >
          {tool.label}
        </Button>
      ))}
    </fieldset>
  )
}
