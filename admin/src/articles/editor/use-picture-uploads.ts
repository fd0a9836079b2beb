// Inserts pictures into the body: uploads them one after the other with progress, then asks for alternative texts or
// inserts them directly.
import { App } from 'antd'
import { useCallback, useRef, useState } from 'react'
import type { Picture } from '@xinqiao/contract/http/articles/articles.ts'
import { errorMessageOf } from '../../kit/api/hooks.ts'
import { createPlaceholder } from '../paste/pictures.ts'
import { uploadPicture } from '../../pictures/upload-picture.ts'

export type PictureUploadProgress = { at: number; total: number; fraction: number }

/** @returns the file behind a data: or blob: address, or null */
async function fetchPicture(source: string): Promise<File | null> {
  try {
    // CSP's connect-src forbids data: addresses, so those are decoded here.
    if (!source.startsWith('data:')) {
      const blob = await (await fetch(source)).blob()
      return new File([blob], 'pasted', { type: blob.type })
    }
    const [head = '', body = ''] = source.slice(5).split(',', 2)
    const text = head.includes(';base64') ? atob(body) : decodeURIComponent(body)
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    return new File([bytes], 'pasted', { type: head.split(';')[0] ?? '' })
  } catch {
    return null
  }
}

export function usePictureUploads() {
  const { message } = App.useApp()
  const [progress, setProgress] = useState<PictureUploadProgress | null>(null)
  const busy = useRef(false)

  /** @returns the stored pictures; null for one that failed, which was reported */
  const uploadAll = useCallback(
    async (files: (File | null)[]): Promise<(Picture | null)[]> => {
      const pictures: (Picture | null)[] = []
      if (busy.current) {
        message.warning('上一批图片还在上传，请稍候')
        return files.map(() => null)
      }
      busy.current = true
      try {
        for (const [at, file] of files.entries()) {
          setProgress({ at: at + 1, total: files.length, fraction: 0 })
          try {
            const showProgress = (fraction: number) => setProgress({ at: at + 1, total: files.length, fraction })
            // oxlint-disable-next-line no-await-in-loop -- one at a time, because the server generates many sizes of each
            pictures.push(file && (await uploadPicture(file, showProgress)))
          } catch (error) {
            pictures.push(null)
            message.error(`第${at + 1}张图片：${errorMessageOf(error)}`)
          }
        }
      } finally {
        busy.current = false
        setProgress(null)
      }
      return pictures
    },
    [message],
  )

  /** Uploads pictures embedded in pasted markup and replaces their addresses. */
  const storePasted = useCallback(
    async (html: string, placeholders: number): Promise<{ html: string; failed: number }> => {
      const page = new DOMParser().parseFromString(html, 'text/html')
      const images = [...page.querySelectorAll('img')].filter((image) => /^(data|blob):/.test(image.src))
      const files = await Promise.all(images.map((image) => fetchPicture(image.src)))
      const pictures = await uploadAll(files)
      let lastPlaceholder = placeholders
      images.forEach((image, at) => {
        const picture = pictures[at]
        if (!picture) {
          const paragraph = page.createElement('p')
          paragraph.textContent = createPlaceholder((lastPlaceholder += 1))
          return image.replaceWith(paragraph)
        }
        image.setAttribute('src', picture.src)
        image.setAttribute('width', String(picture.width))
        image.setAttribute('height', String(picture.height))
      })
      return { html: page.body.innerHTML, failed: pictures.filter((picture) => !picture).length }
    },
    [uploadAll],
  )

  return { progress, uploadAll, storePasted }
}
