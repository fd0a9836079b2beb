// Entry point of the published script: `window.SDK` and `window.NIM` for script tags, exports for module loaders.
import { NIM } from './index.ts'

export { Chatroom, NIM } from './index.ts'

// a page of an older SDK reads it without `SDK`
if (globalThis.document) Object.assign(globalThis, { NIM })
