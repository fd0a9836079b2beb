// Converts one .docx to HTML, in a worker thread, so that a large file does not block other requests.
import mammoth from 'mammoth'
import { answerParent } from '../../async/worker.ts'
import { checkWordSize } from './measure.ts'

const convert = (bytes: Uint8Array) =>
  mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    {
      styleMap: [
        "p[style-name='Title'] => h1:fresh",
        "p[style-name='标题'] => h1:fresh",
        "p[style-name='Subtitle'] => p:fresh",
        "p[style-name='副标题'] => p:fresh",
        "p[style-name='Quote'] => blockquote:fresh",
        "p[style-name='引用'] => blockquote:fresh",
        'u => u',
        'strike => s',
      ],
      convertImage: mammoth.images.imgElement(async (image) => ({
        src: `data:${image.contentType};base64,${await image.readAsBase64String()}`,
      })),
    },
  )
await answerParent(async (bytes: Uint8Array) => {
  await checkWordSize(Buffer.from(bytes))
  return (await convert(bytes)).value
})
