// Entry point of the published script: `window.SDK` for script tags, and exports for loaders of modules.
export { Chatroom, NIM } from './index.ts'
