// Pictures that the user chose, pasted or dropped.
import { type DragEvent, useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { showToast } from '@xinqiao/ui/toast.ts'

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
const maxPictureBytes = 15 * 1024 * 1024
const maxPictures = 9

export function sendPictures(chat: ChatSession, to: string, files: readonly File[]): void {
  if (files.length > maxPictures) showToast(`一次最多发送 ${maxPictures} 张图片`, 'bad')
  for (const file of files.slice(0, maxPictures)) {
    if (!pictureTypes.includes(file.type)) showToast('请选择 JPG、PNG、WebP、GIF 或 AVIF 图片', 'bad')
    else if (file.size > maxPictureBytes) showToast('图片不能超过 15 MB', 'bad')
    else chat.sendImage(to, file)
  }
}

/** @param chat null while pictures cannot be sent */
export function usePictureDrop(chat: ChatSession | null, to: string) {
  const [isOver, setOver] = useState(false)
  return {
    isOver: isOver && chat !== null,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        // for every drop, because the browser would otherwise open the picture instead of the page
        event.preventDefault()
        setOver(true)
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      },
      onDrop(event: DragEvent) {
        setOver(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        if (chat) sendPictures(chat, to, [...event.dataTransfer.files])
      },
    },
  }
}
