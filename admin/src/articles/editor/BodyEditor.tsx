// The editor of an article's body: a form control with an HTML value. Loaded only with the article page.
import { App } from 'antd'
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Picture } from '@xinqiao/contract/http/articles/articles.ts'
import { cleanPastedHtml, type CleanedHtml } from '../paste/clean-pasted.ts'
import { placeholderPattern } from '../paste/pictures.ts'
import { pictureKinds } from '../../pictures/upload-picture.ts'
import './editor.css'
import { typeIntoNewParagraph, moveCursorBehind } from './cursor.ts'
import { extensions } from './extensions.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { PictureDialog, type DescribedPicture } from './PictureDialog.tsx'
import { TableDialog } from './TableDialog.tsx'
import { Toolbar } from './Toolbar.tsx'
import type { EditorDialog } from './toolbar-commands.tsx'
import { usePictureUploads } from './use-picture-uploads.ts'

export type BodyEditorProps = { value?: string; onChange?: (html: string) => void; id?: string }

const pickPictures = (files: FileList | undefined) =>
  [...(files ?? [])].filter((file) => file.type.startsWith('image/'))

type EditorHandle = {
  paste: (data: DataTransfer | null) => boolean
  describe: (files: File[]) => Promise<void>
  onChange?: (html: string) => void
}
type MessageApi = ReturnType<typeof App.useApp>['message']
const warnOfDroppedPictures = (message: MessageApi, count: number) => {
  if (count) message.warning({ content: `有${count}张外部图片未能粘贴，请另存后上传`, duration: 6 })
}

const hasText = (html: string): boolean =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(placeholderPattern, '')
    .trim() !== ''

type PasteTools = {
  editor: Editor
  message: MessageApi
  describe: (files: File[]) => Promise<void>
  storePasted: ReturnType<typeof usePictureUploads>['storePasted']
}
function createPasteHandler({ editor, message, describe, storePasted }: PasteTools): EditorHandle['paste'] {
  const insertStored = async ({ html, droppedPictures }: CleanedHtml) => {
    // Locks the editor meanwhile, so that the cursor stays at the insertion point.
    editor.setEditable(false)
    const { html: ready, failed } = await storePasted(html, droppedPictures).finally(() => editor.setEditable(true))
    editor.chain().focus().insertContent(ready).command(moveCursorBehind).run()
    warnOfDroppedPictures(message, droppedPictures + failed)
  }
  /** Pastes on an empty line. By default, the first pasted paragraph would take the alignment of that line. */
  const pasteOnEmptyLine = (html: string): boolean => {
    const { empty, $from } = editor.state.selection
    if (!empty || $from.parent.type.name !== 'paragraph' || $from.parent.content.size > 0) return false
    return editor.chain().focus().insertContent(html).command(moveCursorBehind).run()
  }
  /** @returns true when it has handled the paste */
  return (data: DataTransfer | null): boolean => {
    const html = data?.getData('text/html') ?? ''
    const files = pickPictures(data?.files)
    if (!html) {
      if (files.length) void describe(files)
      return files.length > 0
    }
    const cleaned = cleanPastedHtml(html)
    // A picture copied from a page arrives as a file and as an <img> element.
    if (files.length && !hasText(cleaned.html)) {
      void describe(files)
      return true
    }
    if (!/<img src="(?:data|blob):/.test(cleaned.html)) {
      warnOfDroppedPictures(message, cleaned.droppedPictures)
      return pasteOnEmptyLine(cleaned.html)
    }
    void insertStored(cleaned)
    return true
  }
}

/** Counts the letters of the text, and the pictures without a description. */
const useTextCounts = (editor: Editor) =>
  useEditorState({
    editor,
    selector: ({ editor: now }) => {
      let silent = 0
      now.state.doc.descendants((node) => {
        if (node.type.name === 'image' && !node.attrs.alt) silent += 1
      })
      return { letters: now.state.doc.textContent.replace(/\s/g, '').length, silent }
    },
  })

export function BodyEditor({ value = '', onChange, id }: BodyEditorProps) {
  const { message } = App.useApp()
  const [dialog, setDialog] = useState<EditorDialog | null>(null)
  const [toDescribe, setToDescribe] = useState<Picture[]>([])
  const { progress: uploadProgress, uploadAll, storePasted } = usePictureUploads()
  const chooser = useRef<HTMLInputElement>(null)
  const writtenHtml = useRef(value)

  // The editor's handlers outlive a render, so they call the current functions through a ref.
  const handle = useRef<EditorHandle>(null)

  const editor = useEditor({
    extensions,
    content: value,
    editorProps: {
      attributes: {
        id: id ?? 'content',
        class: 'body-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': '正文',
      },
      transformPastedHTML: (html) => cleanPastedHtml(html).html,
      handlePaste: (_, event) => handle.current?.paste(event.clipboardData) ?? false,
      handleDrop: (view, event, _slice, isMove) => {
        const files = pickPictures(event.dataTransfer?.files)
        if (isMove || files.length === 0) return false
        event.preventDefault()
        const position = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (position) editor.commands.setTextSelection(position.pos)
        void handle.current?.describe(files)
        return true
      },
      handleDOMEvents: { beforeinput: typeIntoNewParagraph, keydown: typeIntoNewParagraph },
      handleKeyDown: (_, event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return false
        event.preventDefault()
        setDialog('link')
        return true
      },
    },
    onUpdate: ({ editor: now }) => {
      // Empty lines at the end are needed for the cursor, and are not part of the text.
      writtenHtml.current = now.getHTML().replace(/(?:<p><\/p>)+$/, '')
      handle.current?.onChange?.(writtenHtml.current)
    },
  })

  const describe = async (files: File[]) => {
    const pictures = await uploadAll(files)
    setToDescribe(pictures.filter((picture) => picture !== null))
  }
  const pasteContent = createPasteHandler({ editor, message, describe, storePasted })

  useLayoutEffect(() => {
    handle.current = { paste: pasteContent, describe, onChange }
  })

  // Accepts a value from outside: an imported file, a restored draft, or the version of another user.
  useEffect(() => {
    if (value === writtenHtml.current) return
    writtenHtml.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value, writtenHtml])

  const counts = useTextCounts(editor)
  const insertDescribed = (list: DescribedPicture[]) => {
    setToDescribe([])
    const nodes = list.map(({ src, alt, width, height }) => ({ type: 'image', attrs: { src, alt, width, height } }))
    editor.chain().focus().insertContent(nodes).command(moveCursorBehind).run()
  }
  const open = (which: EditorDialog) => (which === 'picture' ? chooser.current?.click() : setDialog(which))
  const close = () => setDialog(null)

  return (
    <div className="body-editor">
      <Toolbar editor={editor} open={open} />
      <EditorContent editor={editor} />
      <output className="body-status">
        {uploadProgress ? (
          <span>
            正在上传第{uploadProgress.at}/{uploadProgress.total}张图片…{Math.round(uploadProgress.fraction * 100)}%
          </span>
        ) : (
          <span>{counts.silent > 0 && `有${counts.silent}张图片没有说明，点选图片即可补写`}</span>
        )}
        <span>{counts.letters}字</span>
      </output>
      <input
        ref={chooser}
        type="file"
        accept={pictureKinds}
        multiple
        hidden
        tabIndex={-1}
        onChange={(event) => {
          const files = pickPictures(event.target.files ?? undefined)
          event.target.value = ''
          if (files.length) void describe(files)
        }}
      />
      <PictureDialog pictures={toDescribe} onInsert={insertDescribed} onClose={() => setToDescribe([])} />
      <LinkDialog editor={editor} isOpen={dialog === 'link'} onClose={close} />
      <TableDialog editor={editor} isOpen={dialog === 'table'} onClose={close} />
    </div>
  )
}
