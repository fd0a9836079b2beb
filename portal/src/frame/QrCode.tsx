// QR code of an address as one small SVG path. Its error correction leaves room for a logo in the middle.
import { encode } from 'uqr'

type QrCodeProps = { address: string; mark: 'heart' | 'bridge'; caption: string }

const marks = {
  heart: 'M0 3.2C-3 1-4-.6-4-2A2 2 0 0 1 0-2.8 2 2 0 0 1 4-2C4-.6 3 1 0 3.2Z',
  bridge: 'M-4 2.2C-3-.6-1.5-2 0-2S3-.6 4 2.2M-4.2 2.6H4.2M-1.8-1V2.4M1.8-1V2.4',
}

type QrDrawing = { path: string; size: number }

const qrDrawings = new Map<string, QrDrawing>()

/**
 * Renders a code. Memoised, because rendering takes longer than the rest of a page, and the site has few such
 * addresses.
 */
function renderQrCode(address: string): QrDrawing {
  const cachedDrawing = qrDrawings.get(address)
  if (cachedDrawing) return cachedDrawing
  const { data, size } = encode(address, { ecc: 'Q', border: 2 })
  const drawing = { path: renderModules(data), size }
  qrDrawings.set(address, drawing)
  return drawing
}

export function QrCode({ address, mark, caption }: QrCodeProps) {
  const { path, size } = renderQrCode(address)
  const centre = size / 2
  return (
    <figure className="w-22 text-center text-xs">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`${caption}二维码`}
        className="size-22 rounded-lg bg-white"
      >
        <path d={path} fill="#0f2a28" shapeRendering="crispEdges" />
        <g transform={`translate(${centre} ${centre}) scale(${size / 42})`}>
          <rect x="-6" y="-6" width="12" height="12" rx="3" fill="#fff" />
          <rect x="-5" y="-5" width="10" height="10" rx="2.6" fill="#0f766e" />
          <path
            d={marks[mark]}
            transform="scale(.8)"
            fill="none"
            stroke="#fff"
            strokeWidth="1.2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </g>
      </svg>
      <figcaption className="mt-1">{caption}</figcaption>
    </figure>
  )
}

/** Renders runs of dark modules row by row, which takes a third of the length of one square per module. */
function renderModules(rows: boolean[][]): string {
  let path = ''
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const start = x
      while (row[x]) x++
      if (x > start) path += `M${start} ${y}h${x - start}v1H${start}z`
    }
  })
  return path
}
