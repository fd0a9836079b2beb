// Tests of certificates: issued once, checked publicly, opened only by their holder.
import { describe, expect, test } from 'vitest'
import { certificateNumberPattern } from '@xinqiao/contract/certificates.ts'
import { verifyAudit } from '../../kit/audit/audit.ts'
import type { RequestInput } from '../../../test/api-requests.ts'
import { useTestServer } from '../../../test/test-server.ts'
import {
  issueCertificate,
  normalizeCertificateNumber,
  certificateStateOf,
  revokeCertificateOfSubject,
  type CertificateRequest,
} from './certificates.ts'
import { renderCertificate } from './certificate-paper.ts'
import { selectCertificateByNumber } from './store.ts'

const server = useTestServer()
const createRequest = (accountId: number | null, more: Partial<CertificateRequest> = {}): CertificateRequest => ({
  kind: 'member',
  accountId,
  holder: '王小禾',
  title: '个人会员',
  lines: [['会员编号', '2026-00001']],
  subject: `member ${accountId}`,
  issuedOn: '2026-11-21',
  validUntil: '2027-11-20',
  ...more,
})
const checkCertificate = (no: string, ip?: string) =>
  server().request('GET /certificate/check', { no }, ip ? { ip } : {})

describe('a certificate', () => {
  test('keeps its number when it is issued again for the same subject', async () => {
    const { sql } = server().kit
    const { id } = await server().enter('user')
    const first = await issueCertificate(sql, createRequest(id))
    expect(first.number).toMatch(certificateNumberPattern)
    const [second, third] = await Promise.all([
      issueCertificate(sql, createRequest(id, { validUntil: '2028-11-20' })),
      issueCertificate(sql, createRequest(id, { validUntil: '2028-11-20' })),
    ])
    expect([second.number, third.number]).toEqual([first.number, first.number])
    expect((await checkCertificate(first.number)).data).toEqual({
      kind: 'member',
      number: first.number,
      title: '个人会员',
      holder: '王*禾',
      issuedOn: '2026-11-21',
      validUntil: '2028-11-20',
      state: 'valid',
    })
  })

  test('finds loosely typed numbers, and shows whether the certificate has expired or is void', async () => {
    const { sql } = server().kit
    const { id } = await server().enter('user')
    const { number } = await issueCertificate(
      sql,
      createRequest(id, { issuedOn: '2024-01-01', validUntil: '2024-12-31' }),
    )
    expect((await checkCertificate(` ${number.toLowerCase()} `)).data.state).toBe('expired')
    expect(normalizeCertificateNumber('xq26-il0o0-abcde')).toBe('XQ26-11000-ABCDE')
    await revokeCertificateOfSubject(sql, 'member', `member ${id}`, '退费')
    expect((await checkCertificate(number)).data.state).toBe('revoked')
    const again = await issueCertificate(sql, createRequest(id))
    expect(again.number).not.toBe(number)
    expect(certificateStateOf(again, '2027-11-20')).toBe('valid')
    expect(certificateStateOf(again, '2027-11-21')).toBe('expired')
  })

  test('finds no certificate for an unknown number, and limits guesses', async () => {
    expect((await checkCertificate('XQ26-00000-00000')).data).toBeNull()
    expect((await checkCertificate("' or 1=1 --")).data).toBeNull()
    const replies = await Promise.all(
      Array.from({ length: 61 }, () => checkCertificate('XQ26-00000-00001', '203.0.113.77')),
    )
    expect(replies.filter(({ status }) => status === 429)).not.toEqual([])
  })

  test('counts the look-ups of an IPv6 network together', async () => {
    const lookUps = Array.from({ length: 61 }, (_, i) => checkCertificate('XQ26-00000-00001', `2001:db8:5:5::${i + 1}`))
    const statuses = (await Promise.all(lookUps)).map(({ status }) => status)
    expect(statuses).toContain(429)
  })

  test('prints only for its holder', async () => {
    const { kit } = server()
    const [holder, other] = await Promise.all([server().enter('user'), server().enter('user')])
    const row = await issueCertificate(kit.sql, createRequest(holder.id))
    const mine = await server().requestAs(holder, 'GET /certificate/mine')
    expect(mine.data).toMatchObject([{ id: row.id, holder: '王小禾', number: row.number }])
    expect((await server().requestAs(other, 'GET /certificate/mine')).data).toEqual([])
    const downloadPdf = (token: string) => server().requestAs({ token }, 'GET /certificate/pdf', { id: row.id })
    const pdf = await downloadPdf(holder.token)
    expect(pdf).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
    expect(pdf.headers['content-disposition']).toContain('attachment')
    expect(pdf.raw.startsWith('%PDF-')).toBe(true)
    expect((await downloadPdf(other.token)).status).toBe(404)
    // the wording depends on the kind
    for (const kind of ['unitMember', 'attendance', 'award', 'exam'] as const)
      expect((await renderCertificate(kit, { ...row, kind })).length).toBeGreaterThan(10_000)
  })

  test('records who revokes it and why, once', async () => {
    const { sql } = server().kit
    const admin = await server().enter('administrator')
    const { number } = await issueCertificate(sql, createRequest(null, { subject: 'award 1', kind: 'award' }))
    const revoke = (input: RequestInput<'POST /admin/certificate/revoke'>) =>
      server().requestAs(admin, 'POST /admin/certificate/revoke', input)
    expect((await revoke({ number, reason: '' })).msg).toBe('请填写撤销理由')
    expect((await revoke({ number, reason: '评审材料不实' })).status).toBe(200)
    expect((await revoke({ number, reason: '评审材料不实' })).reason).toBe('wrongState')
    expect((await revoke({ number: 'XQ26-ZZZZZ-ZZZZZ', reason: '没有' })).status).toBe(404)
    expect(await selectCertificateByNumber(sql, number)).toMatchObject({ revoke_reason: '评审材料不实' })
    expect(await verifyAudit(sql)).toMatchObject({ brokenAt: null, entries: 1 })
  })
})
