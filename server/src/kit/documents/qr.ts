// QR codes as PNG pictures (portal.md 7), which WeChat and old readers accept.
import sharp from 'sharp'
import { renderSVG } from 'uqr'

const side = 480

export const renderQrPng = (text: string): Promise<Buffer> =>
  sharp(Buffer.from(renderSVG(text, { ecc: 'M', border: 3 })), { density: 300 })
    .resize({ width: side, height: side, kernel: 'nearest' })
    .png({ palette: true })
    .toBuffer()
