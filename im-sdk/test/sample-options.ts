// Samples of options, and calls of methods with them.

/** Methods of an instance by name. */
export type Methods = Record<string, (options: object) => unknown>

const lists = /msgs|Receipts|sessions|List$|accounts|Ids$|Clients$|Types$|^ops$/i
/** A value that a page may pass for this option. */
export function sampleOf(option: string): unknown {
  if (lists.test(option)) return []
  if (/^(?:msg|message|params|geo|attach|collect|teamMsgReceipt)$/.test(option))
    return { scene: 'p2p', target: 'nobody', idClient: 'x', idServer: '1', from: 'nobody', to: 'nobody', time: 1 }
  // the option `file` names an uploaded file, so that nothing would be uploaded
  if (option === 'file') return undefined
  if (/^(?:before|begin|upload)/.test(option)) return () => {}
  if (/^is|mute|leave/.test(option)) return true
  if (option === 'type') return 'image'
  if (option === 'scene') return 'p2p'
  return /^(?:id|sessionId)$/.test(option) ? 'p2p-nobody' : 'x'
}

/** Calls the method and waits until it answers. */
export const callMethod = (methods: Methods, name: string, options: object) =>
  new Promise((resolve) => {
    const result = methods[name]!({ ...options, done: resolve })
    if (result instanceof Promise) result.then(resolve, resolve)
    else if (result !== undefined) setTimeout(resolve, 100)
  })
