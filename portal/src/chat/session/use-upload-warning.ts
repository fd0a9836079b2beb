// Lets the browser ask before the page goes while a file is uploaded, because the rest of the file would be lost.
import { useEffect } from 'react'
import type { ChatState } from '@xinqiao/im-sdk/chat/state/state.ts'

export function useUploadWarning({ threads }: Pick<ChatState, 'threads'>): void {
  const isUploading = [...threads.values()].some(({ lines }) =>
    lines.some(({ status, percentage }) => status === 'sending' && percentage !== null),
  )
  useEffect(() => {
    if (!isUploading) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUploading])
}
