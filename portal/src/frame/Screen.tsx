// Mount point of an interactive screen: rendered on the server, hydrated by screens.tsx.
import type { ComponentType } from 'react'
import { JsonBlock } from './JsonBlock.tsx'
import { type ScreenData, screenIds } from './screen-data.ts'

type ScreenProps<P extends object> = { name: string; of: ComponentType<P>; props: P }

export const Screen = <P extends object>({ name, of: Content, props }: ScreenProps<P>) => (
  <>
    <noscript>
      <p className="frame my-4 rounded-lg bg-warm-tint p-4 text-warm-ink">
        此页面需要开启浏览器的 JavaScript。您仍可浏览全部文章与通知；如需帮助，请拨打页面底部的电话。
      </p>
    </noscript>
    <div id={screenIds.root} className="min-w-0">
      <Content {...props} />
    </div>
    <JsonBlock type="application/json" id={screenIds.data} value={{ screen: name, props } satisfies ScreenData} />
  </>
)
