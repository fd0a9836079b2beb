// Allowed content of an article's body, the same as that of the server's sanitiser.
import { Mark, type Extensions } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { Placeholder } from '@tiptap/extensions'
import { StarterKit } from '@tiptap/starter-kit'
import { isUsefulLink } from '../paste/marks.ts'

const createScriptMark = (name: 'subscript' | 'superscript', tag: 'sub' | 'sup', excluded: string) =>
  Mark.create({ name, excludes: excluded, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] })

/** Loads `<picture>` and bare `<img>`: unknown tags are skipped, and the img inside is used. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (uri) => isUsefulLink(uri),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  createScriptMark('subscript', 'sub', 'superscript'),
  createScriptMark('superscript', 'sup', 'subscript'),
  Image,
  TableKit.configure({ table: { resizable: false } }),
  TextAlign.configure({ types: ['heading', 'paragraph'], alignments: ['left', 'center', 'right', 'justify'] }),
  Placeholder.configure({ placeholder: '在这里写正文，也可以从 Word、微信公众号粘贴，或直接拖入图片' }),
]
