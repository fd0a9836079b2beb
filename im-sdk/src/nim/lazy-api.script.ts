// Replaces lazy-api.ts in the published script, which is one file: it needs no list of names.
import type { NimCore } from './core/core.ts'
import { createLazyGroups } from './lazy-groups.ts'
import { createLazyMethods } from './lazy-methods.ts'

export function createLazyApi(core: NimCore): ReturnType<typeof createLazyGroups> {
  const groups = createLazyGroups(core)
  return createLazyMethods(Object.keys(groups), async () => {
    await core.persistence.opening()
    return groups
  })
}
