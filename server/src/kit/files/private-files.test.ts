// Tests of private files through the API: which accounts can open them, and which files are refused.
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { roles, type RoleId } from '@xinqiao/contract/roles.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'
import { createClamdScanner, noScanner } from './antivirus.ts'
import type { Viewer } from '../ctx.ts'
import { findPrivateFile, linkToPrivateFile, removePrivateFile, storePrivateFile } from './private-files.ts'
import { fileOfBytes } from './uploads.ts'
import { isSignedLink, readLinkKey, signLink } from '../auth/signed-links.ts'

const server = useTestServer()
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
const rules = {
  purpose: 'resume',
  readers: ['administrator'],
  kinds: ['pdf', 'doc', 'docx'],
  wrongKind: '只能上传PDF、DOC或DOCX格式的文件！',
} as const

const viewerOf = ({ id, username }: Caller, roleId: RoleId = roles.user): Viewer => ({
  id,
  roleId,
  username,
  signInSessionId: 1,
  restriction: null,
  isConfirmed: true,
})
const openFile = (url: string, token: string | null) =>
  server().app.inject({ method: 'GET', url, headers: token ? { authorization: `Bearer ${token}` } : {} })

describe('a private file', () => {
  test('opens only for its owner and the named roles, each with their own link', async () => {
    const { kit } = server()
    const [owner, other, admin, editor] = await Promise.all([
      server().enter('user'),
      server().enter('user'),
      server().enter('administrator'),
      server().enter('editor'),
    ])
    const file = await storePrivateFile(kit, fileOfBytes('我的 简历.pdf', pdf), { ...rules, ownerId: owner.id })
    const link = linkToPrivateFile(kit, file, viewerOf(owner))
    const reply = await openFile(link, owner.token)
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(pdf)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('我的 简历.pdf')}`,
    })
    for (const token of [null, other.token, admin.token]) expect((await openFile(link, token)).statusCode).toBe(404)
    const forAdmin = linkToPrivateFile(kit, file, viewerOf(admin, roles.administrator))
    expect((await openFile(forAdmin, admin.token)).statusCode).toBe(200)
    expect(() => linkToPrivateFile(kit, file, viewerOf(other))).toThrow('不存在')
    expect(() => linkToPrivateFile(kit, file, viewerOf(editor, roles.editor))).toThrow('不存在')
    // signed for an account without the right: by a bug, or before the account lost its role
    expect((await openFile(signLink(kit.secrets, file, editor.id), editor.token)).statusCode).toBe(404)
    await removePrivateFile(kit, file.key)
    expect((await openFile(link, owner.token)).statusCode).toBe(404)
  })

  test('expires a link, and refuses one with any changed part', () => {
    const { secrets } = server().kit
    const key = 'k'.repeat(27)
    const url = new URL(signLink(secrets, { key, name: 'a.pdf' }, 7, 1_000), 'http://x')
    const signed = { key, until: url.searchParams.get('until')!, sign: url.searchParams.get('sign')! }
    expect(isSignedLink(secrets, signed, 7, 1_000 + 14 * 60_000)).toBe(true)
    expect(isSignedLink(secrets, signed, 7, 1_000 + 16 * 60_000)).toBe(false)
    expect(isSignedLink(secrets, signed, 8, 1_000)).toBe(false)
    expect(isSignedLink(secrets, { ...signed, key: 'j'.repeat(27) }, 7, 1_000)).toBe(false)
    expect(isSignedLink(secrets, { ...signed, until: `${Number(signed.until) + 1}` }, 7, 1_000)).toBe(false)
    expect(isSignedLink(secrets, { ...signed, sign: '' }, 7, 1_000)).toBe(false)
    expect(readLinkKey(`${url.pathname}${url.search}`)).toBe(key)
    const foreign = ['', 'https://evil.example/a.pdf', '/files/a/x/y', '/files/v/../../x', '/files/v/short/a.pdf']
    for (const address of foreign) expect(readLinkKey(address)).toBeNull()
  })

  test('identifies a file by content, and refuses other kinds and viruses', async () => {
    const { kit } = server()
    const { id } = await server().enter('user')
    const store = (name: string, bytes: Buffer) =>
      storePrivateFile(kit, fileOfBytes(name, bytes), { ...rules, ownerId: id })
    const wrong = { reason: 'wrongFileKind', message: '只能上传PDF、DOC或DOCX格式的文件！' }
    await expect(store('简历.pdf', Buffer.from('MZ not a pdf'))).rejects.toMatchObject(wrong)
    await expect(store('简历.docx', pdf)).rejects.toMatchObject(wrong)
    await expect(store('简历.exe', pdf)).rejects.toMatchObject(wrong)
    const virus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('')
    await expect(store('简历.pdf', Buffer.concat([pdf, Buffer.from(virus)]))).rejects.toMatchObject({
      reason: 'fileInfected',
    })
    const stored = await store('简历.PDF', pdf)
    expect(await findPrivateFile(kit.sql, stored.key)).toMatchObject({
      owner_id: id,
      purpose: 'resume',
      bytes: pdf.length,
    })
  })
})

describe('the client of the scanner speaks the protocol of clamd', () => {
  const serve = async (answer: (received: Buffer) => string) => {
    const scanner = createServer((socket) => {
      const parts: Buffer[] = []
      socket.on('data', (part) => {
        parts.push(part)
        const all = Buffer.concat(parts)
        // the empty chunk that marks the end
        if (all.subarray(-4).equals(Buffer.alloc(4))) socket.end(answer(all))
      })
    })
    await new Promise<void>((resolve) => scanner.listen(0, '127.0.0.1', resolve))
    return { scanner, port: (scanner.address() as AddressInfo).port }
  }

  test.each([
    ['stream: OK\0', true],
    ['stream: Win.Test.EICAR_HDB-1 FOUND\0', false],
  ])('%j', async (answer, isClean) => {
    let received: Buffer = Buffer.alloc(0)
    const { scanner, port } = await serve((all) => {
      received = all
      return answer
    })
    expect(await createClamdScanner('127.0.0.1', port).isClean(Buffer.from('a file'))).toBe(isClean)
    expect(received.toString('latin1')).toBe('zINSTREAM\0\0\0\0\x06a file\0\0\0\0')
    scanner.close()
  })

  test('refuses a file when the scanner fails or does not answer', async () => {
    const { scanner, port } = await serve(() => 'INSTREAM size limit exceeded. ERROR\0')
    await expect(createClamdScanner('127.0.0.1', port).isClean(Buffer.from('x'))).rejects.toMatchObject({
      reason: 'unavailable',
    })
    await new Promise((resolve) => scanner.close(resolve))
    await expect(createClamdScanner('127.0.0.1', port).isClean(Buffer.from('x'))).rejects.toMatchObject({
      reason: 'unavailable',
    })
    expect(await noScanner.isClean(Buffer.from('x'))).toBe(true)
  })
})
