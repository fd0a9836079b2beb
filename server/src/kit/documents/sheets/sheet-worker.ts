// Reads the first sheet of one .xlsx file as text, in a worker thread.
import { readSheet } from 'read-excel-file/node'
import { answerParent } from '../../async/worker.ts'
import { checkSheetSize } from './measure.ts'
import type { SheetInput } from './sheets.ts'

const pad = (number: number) => `${number}`.padStart(2, '0')

function cellText(cell: unknown): string {
  if (cell instanceof Date) {
    const day = `${cell.getUTCFullYear()}-${pad(cell.getUTCMonth() + 1)}-${pad(cell.getUTCDate())}`
    const hasTime = cell.getUTCHours() + cell.getUTCMinutes() + cell.getUTCSeconds() > 0
    return hasTime ? `${day} ${pad(cell.getUTCHours())}:${pad(cell.getUTCMinutes())}` : day
  }
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  return typeof cell === 'string' || typeof cell === 'number' ? `${cell}`.trim() : ''
}

await answerParent(async ({ bytes, maxRows }: SheetInput): Promise<string[][]> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  await checkSheetSize(file, maxRows)
  return (await readSheet(file)).map((row) => row.map(cellText))
})
