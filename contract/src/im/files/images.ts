// Image operations of a picture's address, executed when it is opened (messaging.md 5, 9), such as
// `&imageView&thumbnail=80x60&quality=70`. The letter between the sides is the mode: z covers, x contains, y crops.
import { z } from 'zod'

const wholeNumber = (name: string, min: number, max: number) =>
  z
    .number(`${name}必须是数字`)
    .int(`${name}必须是整数`)
    .min(min, `${name}不能小于${min}`)
    .max(max, `${name}不能大于${max}`)
const maxSide = 16_000
const Side = (name: string) => wholeNumber(name, 0, maxSide)

export const Thumbnail = z
  .object({
    mode: z.literal(['cover', 'contain', 'crop'], 'thumbnail.mode只能是cover、contain或crop'),
    // sides of a thumbnail are below 4096 pixels (messaging.md 5)
    width: wholeNumber('thumbnail.width', 0, 4_095).default(0),
    height: wholeNumber('thumbnail.height', 0, 4_095).default(0),
    axis: z
      .object({ x: wholeNumber('axis.x', 0, 10).default(5), y: wholeNumber('axis.y', 0, 10).default(5) })
      .optional(),
    enlarge: z.boolean('enlarge必须是布尔值').default(false),
  })
  .refine(({ mode, width, height }) => (mode === 'contain' ? width > 0 || height > 0 : width > 0 && height > 0), {
    message: 'contain需要width或height，cover与crop两者都需要',
  })

export const ImageOperation = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('stripmeta'), stripmeta: z.boolean('stripmeta必须是布尔值').default(true) }),
    z.object({ type: z.literal('quality'), quality: wholeNumber('quality', 0, 100) }),
    z.object({ type: z.literal('interlace'), interlace: z.boolean('interlace必须是布尔值').default(true) }),
    z.object({
      type: z.literal('rotate'),
      /** Any whole number of degrees; normalised to 0 to 359. */
      angle: z
        .number('angle必须是数字')
        .int('angle必须是整数')
        .min(-1_000_000, 'angle过小')
        .max(1_000_000, 'angle过大')
        .transform((angle) => ((angle % 360) + 360) % 360),
    }),
    z.object({
      type: z.literal('blur'),
      radius: wholeNumber('blur.radius', 1, 50),
      sigma: z.number('blur.sigma必须是数字').min(0, 'blur.sigma不能小于0').max(100, 'blur.sigma不能大于100'),
    }),
    z.object({
      type: z.literal('crop'),
      x: Side('crop.x'),
      y: Side('crop.y'),
      width: Side('crop.width'),
      height: Side('crop.height'),
    }),
    z.object({ type: z.literal('thumbnail'), thumbnail: Thumbnail }),
  ],
  '图片操作类型不正确',
)
export type ImageOperation = z.output<typeof ImageOperation>
export type ImageOperationInput = z.input<typeof ImageOperation>
export const maxImageOps = 8
export const ImageOps = z.array(ImageOperation).min(1, 'ops不能为空').max(maxImageOps, `ops不能超过${maxImageOps}个`)

const modeLetters = { cover: 'z', contain: 'x', crop: 'y' } as const // Letters of the resize modes in a picture's address (specification: messaging.md 9).
type ResizeMode = keyof typeof modeLetters
const modeOfLetter = (letter: string): ResizeMode =>
  (Object.keys(modeLetters) as ResizeMode[]).find((mode) => modeLetters[mode] === letter)!
const toBit = (value: boolean) => (value ? '1' : '0')

function writeImageOp(op: ImageOperation): [string, string] {
  switch (op.type) {
    case 'stripmeta':
      return ['stripmeta', toBit(op.stripmeta)]
    case 'quality':
      return ['quality', `${op.quality}`]
    case 'interlace':
      return ['interlace', toBit(op.interlace)]
    case 'rotate':
      return ['rotate', `${op.angle}`]
    case 'blur':
      return ['blur', `${op.radius}x${op.sigma}`]
    case 'crop':
      return ['crop', `${op.x}_${op.y}_${op.width}_${op.height}`]
    case 'thumbnail': {
      const { mode, width, height, axis, enlarge } = op.thumbnail
      const offset = axis ? `_${axis.x}_${axis.y}` : ''
      return ['thumbnail', `${width}${modeLetters[mode]}${height}${enlarge ? 'e' : ''}${offset}`]
    }
  }
}

function readImageOp(name: string, value: string): unknown {
  const number = Number(value)
  switch (name) {
    case 'stripmeta':
    case 'interlace':
      return { type: name, [name]: value !== '0' }
    case 'quality':
      return { type: name, quality: number }
    case 'rotate':
      return { type: name, angle: number }
    case 'blur': {
      const [radius, sigma] = value.split('x').map(Number)
      return { type: name, radius, sigma }
    }
    case 'crop': {
      const [x, y, width, height] = value.split('_').map(Number)
      return { type: name, x, y, width, height }
    }
    case 'thumbnail': {
      const parts = /^(\d+)([xyz])(\d+)(e?)(?:_(\d+)_(\d+))?$/.exec(value)
      if (!parts) return { type: name }
      const [, width, letter = '', height, enlarge, x, y] = parts
      const axis = x === undefined ? {} : { axis: { x: Number(x), y: Number(y) } }
      return {
        type: name,
        thumbnail: {
          mode: modeOfLetter(letter),
          width: Number(width),
          height: Number(height),
          enlarge: enlarge === 'e',
          ...axis,
        },
      }
    }
    default:
      return null
  }
}

/**
 * Appends these operations to the address.
 * @throws ZodError for operations beyond their limits
 */
export function withImageOps(url: string, ops: readonly ImageOperationInput[]): string {
  const query = ImageOps.parse(ops).map((op) => writeImageOp(op).join('='))
  const start = /[?&]imageView(&|$)/.test(url) ? url : `${url}${url.includes('?') ? '&' : '?'}imageView`
  return [start, ...query].join('&')
}

/** @returns null for a query that messaging.md does not allow; an empty list for a query without operations */
export function readImageOps(query: URLSearchParams): ImageOperation[] | null {
  if (!query.has('imageView')) return []
  const operations = [...query].map(([name, value]) => readImageOp(name, value)).filter((op) => op !== null)
  if (operations.length === 0) return []
  const parsed = ImageOps.safeParse(operations)
  return parsed.success ? parsed.data : null
}
