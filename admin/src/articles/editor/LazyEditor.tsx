// The editor as a form control whose code loads only on pages with an editor.
import { Spin } from 'antd'
import { lazy, Suspense } from 'react'
import type { BodyEditorProps } from './BodyEditor.tsx'

const BodyEditor = lazy(async () => ({ default: (await import('./BodyEditor.tsx')).BodyEditor }))

/** Keeps the form item's `value` and `onChange` while the editor's chunk loads. */
export const LazyEditor = (props: BodyEditorProps) => (
  <Suspense
    fallback={
      <div className="waiting">
        <Spin />
        <span>正在打开编辑器…</span>
      </div>
    }
  >
    <BodyEditor {...props} />
  </Suspense>
)
