// Hydrates the interactive screen of a page, if it has one. Each screen is a separate chunk.
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { FormHelpCard } from './crisis/FormHelpCard.tsx'
import { saveEarlyInput } from './forms/early-input.ts'
import { type ScreenData, screenIds } from './frame/screen-data.ts'

type ScreenModule = { Screen: ComponentType<object> }

const modules = import.meta.glob<ScreenModule>('./**/*.screen.tsx')

async function hydrateScreen(root: HTMLElement, { screen, props }: ScreenData): Promise<void> {
  const load = Object.entries(modules).find(([path]) => path.endsWith(`/${screen}.screen.tsx`))?.[1]
  if (!load) throw new Error(`no screen is called ${screen}`)
  const { Screen } = await load()
  const restoreTyped = saveEarlyInput(root)
  hydrateRoot(
    root,
    <HydratedScreen onHydrated={restoreTyped}>
      <Screen {...props} />
    </HydratedScreen>,
  )
}

/** Calls back when its content is hydrated. The help card of its forms is rendered in the browser only. */
function HydratedScreen({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated])
  return (
    <>
      {children}
      <FormHelpCard />
    </>
  )
}

const root = document.querySelector<HTMLElement>(`#${screenIds.root}`)
const data = document.querySelector(`#${screenIds.data}`)?.textContent
if (root && data) void hydrateScreen(root, JSON.parse(data) as ScreenData)
