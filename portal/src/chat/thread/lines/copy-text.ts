// Copies a text of the chat, and shows whether the browser allowed it.
import { showToast } from '@xinqiao/ui/toast.ts'

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast('已复制')
  } catch {
    showToast('浏览器不允许复制，请长按文字复制', 'bad')
  }
}
