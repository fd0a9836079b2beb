// Cursor fixes for two positions where typing would destroy content.
import type { Command } from '@tiptap/core'
import { GapCursor } from '@tiptap/pm/gapcursor'
import { NodeSelection, Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Moves the cursor behind a new picture. It would stay selected, and typing would replace it. */
export const moveCursorBehind: Command = ({ tr, state }) => {
  const paragraph = state.schema.nodes.paragraph
  const end = tr.doc.resolve(tr.selection.to)
  if (paragraph && !end.nodeAfter && tr.selection instanceof NodeSelection) tr.insert(end.pos, paragraph.create())
  tr.setSelection(Selection.near(tr.doc.resolve(tr.selection.to), 1))
  return true
}

/**
 * Creates a line for the first typed letter. There is none with a picture selected, or with the cursor between a
 * picture and a table. The letter would then replace the picture or get lost.
 */
function insertParagraphBehind(view: EditorView): boolean {
  const { selection, schema, tr } = view.state
  const isLeaf = selection instanceof NodeSelection && selection.node.isBlock && selection.node.isLeaf
  if (!schema.nodes.paragraph || !(isLeaf || selection instanceof GapCursor)) return false
  tr.insert(selection.to, schema.nodes.paragraph.create())
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, selection.to + 1)))
  return true
}

/** Keyboard letters arrive by `beforeinput`; Chinese input methods start with a key named Process. */
export function typeIntoNewParagraph(view: EditorView, event: Event): boolean {
  if (event instanceof KeyboardEvent) {
    if (event.key === 'Process') insertParagraphBehind(view)
    return false
  }
  if (!(event instanceof InputEvent) || event.inputType !== 'insertText' || !event.data || !insertParagraphBehind(view))
    return false
  event.preventDefault()
  view.dispatch(view.state.tr.insertText(event.data))
  return true
}
