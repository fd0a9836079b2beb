// Reads QR codes from camera pictures, by the browser if possible, or else by a small library that is bundled for
// offline use.
type Barcode = { rawValue: string }
type BarcodeDetector = { detect: (source: HTMLVideoElement) => Promise<Barcode[]> }
type BarcodeDetectorConstructor = {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats: () => Promise<string[]>
}

/** Width of the pictures in pixels: enough to read a code, and little enough for a cheap phone. */
const maxWidth = 960

/** @returns the text of the code in the picture, or null */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>

async function createBrowserReader(): Promise<CodeReader | null> {
  const { BarcodeDetector } = window as { BarcodeDetector?: BarcodeDetectorConstructor }
  // some browsers have BarcodeDetector, but support no format
  if (!BarcodeDetector || !(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return null
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
}

async function createLibraryReader(): Promise<CodeReader> {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  return (video) => {
    const scale = Math.min(1, maxWidth / (video.videoWidth || maxWidth))
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
    if (!pen || width === 0 || height === 0) return Promise.resolve(null)
    canvas.width = width
    canvas.height = height
    pen.drawImage(video, 0, 0, width, height)
    const { data } = pen.getImageData(0, 0, width, height)
    try {
      return Promise.resolve(decodeQR({ width, height, data }, { timeLimit: 150 }))
    } catch {
      // no code in this picture
      return Promise.resolve(null)
    }
  }
}

export const createCodeReader = async (): Promise<CodeReader> =>
  (await createBrowserReader().catch(() => null)) ?? createLibraryReader()

/** True where the browser offers a camera: on https and on localhost. */
export const hasCamera = (): boolean => 'mediaDevices' in navigator
