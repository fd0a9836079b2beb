// Tests of file messages whose upload failed, or was under way when the page closed.
import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { openPage, setUpPages, waitForDone, type Page } from '../../../test/page.ts'
import { createPerson, until } from '../../../test/people.ts'
import type { NimMessage } from '../present/messages.ts'
import type { ResendOptions, SendFileOptions } from './send-file.ts'

const { server, url } = setUpPages()
const note = () => new File(['请看附件'], '记录.txt', { type: 'text/plain' })

async function openAnnAndBob() {
  const [ann, bob] = [await createPerson(server(), url()), await openPage(server(), url())]
  return { bob, openAnn: () => openPage(server(), url(), { person: ann, db: true }) }
}
type Outcome = { error: { code?: unknown; message: string } | null; msg: NimMessage }
const sendFile = ({ nim }: Page, options: Omit<SendFileOptions, 'scene'>) =>
  new Promise<Outcome>((resolve) => {
    nim.sendFile({ scene: 'p2p', ...options, done: (error, msg) => resolve({ error, msg }) })
  })
const resend = ({ nim }: Page, options: ResendOptions) =>
  new Promise<Outcome>((resolve) => {
    nim.resendMsg({ ...options, done: (error, msg) => resolve({ error, msg }) })
  })
const listLocal = async ({ nim }: Page, to: string) =>
  (await waitForDone<{ msgs: NimMessage[] }>((done) => nim.getLocalMsgs({ sessionId: `p2p-${to}`, done }))).msgs

test('keeps a file message whose upload failed, and sends it with the file after a reload', async () => {
  const { bob, openAnn } = await openAnnAndBob()
  const first = await openAnn()
  first.nim.disconnect()
  const { error, msg } = await sendFile(first, { to: bob.accid, fileObject: note(), custom: '附件' })
  expect(error).not.toBeNull()
  const failed = {
    idClient: msg.idClient,
    type: 'file',
    status: 'fail',
    custom: '附件',
    file: { name: '记录.txt', size: 12 },
  }
  expect(await listLocal(first, bob.accid)).toMatchObject([failed])
  first.nim.destroy()

  const again = await openAnn()
  const [row] = await listLocal(again, bob.accid)
  expect(row).toMatchObject(failed)
  const { error: refusal } = await resend(again, { msg: row! })
  expect(refusal).toMatchObject({ code: 414, message: expect.stringContaining('再次传入文件') as string })
  const { error: none, msg: sent } = await resend(again, { msg: row!, blob: note() })
  expect(none).toBeNull()
  expect(sent).toMatchObject({ idClient: msg.idClient, status: 'success', custom: '附件', file: { name: '记录.txt' } })
  await until(() => bob.count('onmsg') === 1, 'the file')
  expect(await listLocal(again, bob.accid)).toMatchObject([{ idClient: msg.idClient, status: 'success' }])
})

test('sends a file again without passing it, as long as the page is open', async () => {
  const { bob, openAnn } = await openAnnAndBob()
  const ann = await openAnn()
  ann.nim.disconnect()
  const { msg } = await sendFile(ann, { to: bob.accid, blob: note() })
  ann.nim.connect()
  await until(() => ann.count('onsyncdone') === 2, 'the next login')
  expect(await resend(ann, { msg })).toMatchObject({ error: null, msg: { idClient: msg.idClient, status: 'success' } })
})

test('shows an upload as under way, also after a reconnection, and as failed after a reload', async () => {
  const { bob, openAnn } = await openAnnAndBob()
  const first = await openAnn()
  // the browser never finishes reading the file
  const slice = vi.fn(() => ({ arrayBuffer: () => new Promise(() => {}) }))
  void sendFile(first, { to: bob.accid, blob: Object.assign(note(), { slice }) })
  await until(() => slice.mock.calls.length > 0, 'the upload')
  first.nim.client.drop()
  await until(() => first.count('onsyncdone') === 2, 'the reconnection')
  expect(await listLocal(first, bob.accid)).toMatchObject([{ status: 'sending' }])
  first.nim.destroy()
  expect(await listLocal(await openAnn(), bob.accid)).toMatchObject([{ type: 'file', status: 'fail' }])
})

test('does not keep a message without a file that can be sent', async () => {
  const { bob, openAnn } = await openAnnAndBob()
  const ann = await openAnn()
  const refused = [
    await sendFile(ann, { to: bob.accid, blob: note(), maxSize: 3 }),
    await sendFile(ann, { to: bob.accid }),
  ]
  expect(refused.map(({ error }) => error?.code)).toEqual(['Error_File_Too_Large', 414])
  expect(await listLocal(ann, bob.accid)).toEqual([])
})
