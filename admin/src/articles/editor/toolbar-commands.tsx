// Toolbar buttons as a table of label, command and active state.
import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  LineOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { Editor } from '@tiptap/core'
import type { ReactNode } from 'react'

export type EditorDialog = 'link' | 'table' | 'picture'
export type ToolbarCommand = {
  name: string
  label: string
  icon: ReactNode
  run: (editor: Editor, open: (dialog: EditorDialog) => void) => void
  isLit?: (editor: Editor) => boolean
  can?: (editor: Editor) => boolean
}

const QuoteIcon = () => <span className="quote-icon">“</span>
const createAlignCommand = (side: 'left' | 'center' | 'right', label: string, icon: ReactNode): ToolbarCommand => ({
  name: side,
  label,
  icon,
  run: (editor) => editor.chain().focus().setTextAlign(side).run(),
  isLit: (editor) => editor.isActive({ textAlign: side }),
})

export const toolbarCommands: readonly (readonly ToolbarCommand[])[] = [
  [
    {
      name: 'bold',
      label: '加粗（Ctrl+B）',
      icon: <BoldOutlined aria-hidden />,
      run: (editor) => editor.chain().focus().toggleBold().run(),
      isLit: (editor) => editor.isActive('bold'),
    },
    {
      name: 'italic',
      label: '斜体（Ctrl+I）',
      icon: <ItalicOutlined aria-hidden />,
      run: (editor) => editor.chain().focus().toggleItalic().run(),
      isLit: (editor) => editor.isActive('italic'),
    },
    {
      name: 'underline',
      label: '下划线（Ctrl+U）',
      icon: <UnderlineOutlined aria-hidden />,
      run: (editor) => editor.chain().focus().toggleUnderline().run(),
      isLit: (editor) => editor.isActive('underline'),
    },
    {
      name: 'strike',
      label: '删除线',
      icon: <StrikethroughOutlined aria-hidden />,
      run: (editor) => editor.chain().focus().toggleStrike().run(),
      isLit: (editor) => editor.isActive('strike'),
    },
    {
      name: 'clear',
      label: '清除格式',
      icon: <ClearOutlined aria-hidden />,
      run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().unsetTextAlign().run(),
    },
  ],
  [
    {
      name: 'bullets',
      label: '项目符号列表',
      icon: <UnorderedListOutlined aria-hidden />,
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
      isLit: (editor) => editor.isActive('bulletList'),
    },
    {
      name: 'numbers',
      label: '编号列表',
      icon: <OrderedListOutlined aria-hidden />,
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
      isLit: (editor) => editor.isActive('orderedList'),
    },
    {
      name: 'quote',
      label: '引用',
      icon: <QuoteIcon />,
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
      isLit: (editor) => editor.isActive('blockquote'),
    },
  ],
  [
    createAlignCommand('left', '左对齐', <AlignLeftOutlined aria-hidden />),
    createAlignCommand('center', '居中', <AlignCenterOutlined aria-hidden />),
    createAlignCommand('right', '右对齐', <AlignRightOutlined aria-hidden />),
  ],
  [
    {
      name: 'link',
      label: '链接（Ctrl+K）',
      icon: <LinkOutlined aria-hidden />,
      run: (_, open) => open('link'),
      isLit: (editor) => editor.isActive('link'),
    },
    { name: 'picture', label: '插入图片', icon: <PictureOutlined aria-hidden />, run: (_, open) => open('picture') },
    {
      name: 'table',
      label: '插入表格',
      icon: <TableOutlined aria-hidden />,
      run: (_, open) => open('table'),
      can: (editor) => !editor.isActive('table'),
    },
    {
      name: 'rule',
      label: '分隔线',
      icon: <LineOutlined aria-hidden />,
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
  ],
  [
    {
      name: 'undo',
      label: '撤销（Ctrl+Z）',
      icon: <UndoOutlined aria-hidden />,
      run: (editor) => editor.chain().focus().undo().run(),
      can: (editor) => editor.can().undo(),
    },
    {
      name: 'redo',
      label: '重做（Ctrl+Shift+Z）',
      icon: <RedoOutlined aria-hidden />,
      run: (editor) => editor.chain().focus().redo().run(),
      can: (editor) => editor.can().redo(),
    },
  ],
]

/** Commands for the table at the cursor. */
export const tableCommands: readonly {
  label: string
  run: (editor: Editor) => void
  can?: (editor: Editor) => boolean
}[] = [
  { label: '上方插行', run: (editor) => editor.chain().focus().addRowBefore().run() },
  { label: '下方插行', run: (editor) => editor.chain().focus().addRowAfter().run() },
  { label: '删除行', run: (editor) => editor.chain().focus().deleteRow().run() },
  { label: '左侧插列', run: (editor) => editor.chain().focus().addColumnBefore().run() },
  { label: '右侧插列', run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { label: '删除列', run: (editor) => editor.chain().focus().deleteColumn().run() },
  { label: '标题行', run: (editor) => editor.chain().focus().toggleHeaderRow().run() },
  {
    label: '合并单元格',
    run: (editor) => editor.chain().focus().mergeCells().run(),
    can: (editor) => editor.can().mergeCells(),
  },
  {
    label: '拆分单元格',
    run: (editor) => editor.chain().focus().splitCell().run(),
    can: (editor) => editor.can().splitCell(),
  },
  { label: '删除表格', run: (editor) => editor.chain().focus().deleteTable().run() },
]
