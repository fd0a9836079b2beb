// Source of an upload (messaging.md 5), as bytes with a name.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { FileKind } from '@xinqiao/contract/im/files/file-messages.ts'

/** The source of an upload: exactly one of these fields. */
export type UploadSource = {
  dataURL?: string
  blob?: Blob
  /** The page's file input: the element or its id. */
  fileInput?: HTMLInputElement | string
  /** Path of a file, in environments other than browsers. */
  filePath?: string
  wxFilePath?: string
  fileObject?: File
}
export type FileToUpload = { blob: Blob; name: string }

export const sourceNames = ['dataURL', 'blob', 'fileInput', 'filePath', 'wxFilePath', 'fileObject'] as const

/** @throws ImFailure 414 for another text */
export function readDataUrl(url: string): Blob {
  try {
    // for any other text, `exec` returns null, which throws here
    const [, type = '', isBase64, data = ''] = /^data:([\w.+/-]*)(?:;[\w=-]+)*?(;base64)?,(.*)$/s.exec(url)!
    const text = isBase64 ? atob(data) : decodeURIComponent(data)
    return new Blob([isBase64 ? Uint8Array.from(text, (letter) => letter.codePointAt(0)!) : text], { type })
  } catch {
    throw imFail('invalid', 'dataURL不正确')
  }
}

/** Message for a method without a file, in the wording of messaging.md 5. */
export const noFileSelected = (kind: FileKind) =>
  imFail('invalid', `please select a ${kind === 'file' ? 'file' : `${kind} file`}`)

function readInput(input: HTMLInputElement | string, kind: FileKind): File {
  const element = typeof input === 'string' ? document.querySelector<HTMLInputElement>(`#${CSS.escape(input)}`) : input
  const [file] = element?.files ?? []
  if (!file) throw noFileSelected(kind)
  return file
}

async function readPath(path: string): Promise<FileToUpload> {
  const runtime = (globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }).process
  const fs = runtime?.getBuiltinModule?.('node:fs') as typeof import('node:fs') | undefined
  if (!fs) throw imFail('invalid', '浏览器不能用filePath')
  return { blob: await fs.openAsBlob(path), name: path.split(/[/\\]/).at(-1) ?? '' }
}

/** @throws ImFailure 414 unless there is exactly one source that holds a file */
export async function readUploadSource(source: UploadSource, kind: FileKind): Promise<FileToUpload> {
  const names = sourceNames.filter((name) => source[name] !== undefined)
  if (names.length !== 1) throw imFail('invalid', `${sourceNames.join('、')}必须且只能传一个`)
  const { dataURL, blob, fileInput, filePath, fileObject } = source
  if (dataURL !== undefined) return { blob: readDataUrl(dataURL), name: '' }
  const file = fileObject ?? (fileInput === undefined ? blob : readInput(fileInput, kind))
  if (file) return { blob: file, name: 'name' in file ? (file as File).name : '' }
  if (filePath !== undefined) return readPath(filePath)
  throw imFail('invalid', 'wxFilePath只能用于小程序')
}
