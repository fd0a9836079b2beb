// Pictures and documents that the user chose, pasted or dropped.
import { type DragEvent, useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { showToast } from '@xinqiao/ui/toast.ts'

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
const megabyte = 1024 * 1024
const maxPictureBytes = 15 * megabyte
/** The upload of the SDK accepts no larger file. */
const maxDocumentBytes = 100 * megabyte
/** Limit of `file.name` in the contract. */
const maxNameLength = 150
const maxFiles = 9

const findPictureFault = ({ type, size }: File): string | null => {
  if (!pictureTypes.includes(type)) return '请选择 JPG、PNG、WebP、GIF 或 AVIF 图片'
  return size > maxPictureBytes ? '图片不能超过 15 MB' : null
}

function findDocumentFault({ name, size }: File): string | null {
  if (size === 0) return `“${name}”里没有内容，请检查后重新选择`
  if (size > maxDocumentBytes) return `“${name}”超过 100 MB，不能发送`
  return name.length > maxNameLength ? `文件名不能超过${maxNameLength}个字，请改短后再发` : null
}

/** 'group': a group of the site, where only pictures are accepted; 'document' sends pictures as documents, too. */
export type ChosenKind = 'picture' | 'group' | 'document' | 'any'

const isPicture = ({ type }: File): boolean => pictureTypes.includes(type)

/** True for a paste whose picture shows text that is pasted as well, as office programs do. */
export const isPastedText = ({ files, types }: Pick<DataTransfer, 'files' | 'types'>): boolean =>
  types.includes('text/plain') && [...files].every(isPicture)

/** Decides whether a chosen file is sent as a picture or as a document. `fault`: why it is not sent; null if it is. */
export function judgeFile(file: File, kind: ChosenKind): { type: 'file' | 'image'; fault: string | null } {
  const isDocument = kind === 'document' || (kind === 'any' && !isPicture(file))
  if (isDocument) return { type: 'file', fault: findDocumentFault(file) }
  if (kind === 'group' && !file.type.startsWith('image/'))
    return { type: 'image', fault: '为了保护成员的隐私，这个小组里只能发送图片' }
  return { type: 'image', fault: findPictureFault(file) }
}

export type ChosenFile = { file: File; type: 'file' | 'image' }

/** The files that can be sent. A toast names the reason for each of the others. */
export function selectSendable(files: readonly File[], kind: ChosenKind): ChosenFile[] {
  if (files.length > maxFiles)
    showToast(`一次最多发送 ${maxFiles} ${kind === 'picture' || kind === 'group' ? '张图片' : '个文件'}`, 'bad')
  return files.slice(0, maxFiles).flatMap((file) => {
    const { type, fault } = judgeFile(file, kind)
    if (fault === null) return [{ file, type }]
    showToast(fault, 'bad')
    return []
  })
}

export function sendChosenFiles(chat: ChatSession, to: string, files: readonly File[], kind: ChosenKind): void {
  for (const { file, type } of selectSendable(files, kind)) chat.sendFile(to, file, type)
}

/** @param chat null while files cannot be sent */
export function useFileDrop(chat: ChatSession | null, to: string, kind: ChosenKind) {
  const [isOver, setOver] = useState(false)
  return {
    isOver: isOver && chat !== null,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        // also for files that the chat refuses, because the browser would otherwise leave the page and open the file
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
        if (chat) sendChosenFiles(chat, to, [...event.dataTransfer.files], kind)
      },
    },
  }
}
