// Entry point of the published script: `window.SDK` for script tags, exports for module loaders.
export { Chatroom, NIM } from './index.ts'
