// Loads the SDK as a page of another site does: by a script tag.
import { fail } from '@xinqiao/contract/errors.ts'
import type { NIM } from '@xinqiao/im-sdk/nim/nim.ts'

declare global {
  interface Window {
    SDK?: { NIM: typeof NIM }
  }
}

/** @throws Failure when the script cannot be loaded */
export async function loadSdk(): Promise<void> {
  if (window.SDK) return
  const script = document.createElement('script')
  script.src = '/im/sdk.js'
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(fail('unavailable', '聊天程序没有加载出来，请检查网络后再试')))
  })
  document.head.append(script)
  await loaded
}
