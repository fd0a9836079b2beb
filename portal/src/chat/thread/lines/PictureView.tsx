// A picture in full size above everything else.
import { useEffect, useRef } from 'react'
import { Icon } from '@xinqiao/ui/Icon.tsx'

export function PictureView({ url, onClose }: { url: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="chat-viewer" aria-label="图片" onClose={onClose}>
      <button type="button" className="chat-viewer-close" aria-label="关闭图片" onClick={() => dialog.current?.close()}>
        <Icon name="close" className="size-6" />
      </button>
      <a href={`${url}&download=${encodeURIComponent('图片')}`} className="chat-viewer-save">
        <Icon name="download" />
        保存
      </a>
      <a href="tel:12356" aria-label="心理援助热线12356" className="chat-viewer-hotline">
        <Icon name="phone" />
        12356
      </a>
      <img src={url} alt="聊天图片，原图" />
    </dialog>
  )
}
