// Where an interactive screen stands in a page: rendered here, taken over in the browser by screens.tsx.
import type { ComponentType } from 'react'
import { JsonBlock } from './JsonBlock.tsx'
import { type ScreenData, screenIds } from './screen-data.ts'

type ScreenProps<P extends object> = { name: string; of: ComponentType<P>; props: P }

export const Screen = <P extends object>({ name, of: Content, props }: ScreenProps<P>) => (
  <>
    <div id={screenIds.root} className="min-w-0">
      <Content {...props} />
    </div>
    <JsonBlock type="application/json" id={screenIds.data} value={{ screen: name, props } satisfies ScreenData} />
  </>
)
