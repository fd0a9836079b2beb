// The editor of articles as a form control elsewhere: what it is made of comes only where somebody writes.
import { lazy, Suspense } from 'react'
import { Waiting } from '../../frame/states.tsx'

const BodyEditor = lazy(async () => ({ default: (await import('./BodyEditor.tsx')).BodyEditor }))

export const LazyEditor = (props: { value?: string; onChange?: (html: string) => void; id?: string }) => (
  <Suspense fallback={<Waiting />}>
    <BodyEditor {...props} />
  </Suspense>
)
