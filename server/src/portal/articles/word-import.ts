// Word import: converts a document to the text of an article, and stores its pictures.
import { cleanHtml } from '../../kit/text/clean-html.ts'
import type { Kit } from '../../kit/ctx.ts'
import { convertWord } from '../../kit/documents/word/word.ts'
import { expandPictures, createPictureUrl } from './html.ts'
import { storePicture } from './pictures.ts'
import type { PictureRow } from './store.ts'

const dataPicture = /<img\b[^>]*?src="data:([^;"]+);base64,([^"]*)"[^>]*>/g
const firstHeading = /^\s*<h1>(.*?)<\/h1>/s

/** @throws Failure notAWordFile, or tooManyRequests when the maximum number of imports is running */
export async function importWord(kit: Kit, bytes: Buffer, createdBy: number | null) {
  const html = await convertWord(bytes)
  const warnings: string[] = []
  const pictures: PictureRow[] = []
  const pictureTags = [...html.matchAll(dataPicture)]
  if (pictureTags.length > 100) warnings.push('图片超过100张，其余未导入')
  let body = html
  for (const [tag, , base64 = ''] of pictureTags.slice(0, 100)) {
    let replacement = ''
    try {
      const picture = await storePicture(kit, Buffer.from(base64, 'base64'), createdBy)
      pictures.push(picture)
      const alt = / alt="([^"]*)"/.exec(tag)?.[1] ?? ''
      replacement = `<img src="${createPictureUrl(picture.key, picture.widths.at(-1) ?? picture.width)}" alt="${alt}">`
    } catch {
      warnings.push('有一张图片的格式无法识别，未导入')
    }
    body = body.replace(tag, () => replacement)
  }
  const heading = firstHeading.exec(body)
  const title = heading
    ? cleanHtml(heading[1] ?? '')
        .replace(/<[^>]+>/g, '')
        .slice(0, 100)
    : ''
  if (heading) body = body.slice(heading[0].length)
  return { title, content: expandPictures(cleanHtml(body), pictures), warnings: [...new Set(warnings)] }
}
