// Converts one .docx to HTML, in a thread of its own: a large file must not hold up everybody else's pages.
import { parentPort, workerData } from 'node:worker_threads'
import mammoth from 'mammoth'

const bytes = workerData as Uint8Array
const result = await mammoth.convertToHtml(
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
parentPort?.postMessage({ html: result.value, messages: result.messages.map((message) => message.message) })
