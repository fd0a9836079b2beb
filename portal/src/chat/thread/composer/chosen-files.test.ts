// Tests which chosen, pasted or dropped files a conversation accepts.
import { expect, test } from 'vitest'
import { isPastedText, judgeFile } from './chosen-files.ts'

const document = new File(['x'], '练习.docx', { type: 'application/msword' })
const picture = new File(['x'], '图.png', { type: 'image/png' })

test('refuses documents in a group of the site, and names the reason', () => {
  const fault = '为了保护成员的隐私，这个小组里只能发送图片'
  expect(judgeFile(document, 'group')).toEqual({ type: 'image', fault })
  expect(judgeFile(picture, 'group')).toEqual({ type: 'image', fault: null })
  expect(judgeFile(document, 'any')).toEqual({ type: 'file', fault: null })
  expect(judgeFile(picture, 'document')).toEqual({ type: 'file', fault: null })
})

test('takes a pasted picture of text as text, and a document with its name as a document', () => {
  const files = (...list: File[]) => list as unknown as FileList
  expect(isPastedText({ files: files(picture), types: ['text/plain', 'Files'] })).toBe(true)
  expect(isPastedText({ files: files(picture), types: ['Files'] })).toBe(false)
  expect(isPastedText({ files: files(document), types: ['text/plain', 'Files'] })).toBe(false)
})
