// A desk before anything has arrived. A file of its own: the page shows it before it fetches the SDK.
import type { DeskState } from './state.ts'

export const emptyDesk: DeskState = {
  link: 'connecting',
  end: null,
  hasSynced: false,
  talks: [],
  unread: 0,
  threads: new Map(),
  typing: new Set(),
  care: new Map(),
}
