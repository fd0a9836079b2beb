// Tests of files in teams: who may open them and for how long, and the names that they have in peer groups.
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { until, type Device } from '../../../../im-sdk/test/people.ts'
import {
  createBlob,
  createPhoto,
  sendFileMessage,
  sendTeamFile,
  signFor,
  useImFiles,
} from '../../../test/steps/im-file-steps.ts'
import { transaction } from '../../kit/db/db.ts'
import { eraseConversation } from '../msg/erasure/erase.ts'
import {
  enterPeerGroupPeople,
  sayInTeam,
  type PeerGroupPeople,
  usePeerGroups,
} from '../../../test/steps/peer-group-steps.ts'

const chatFiles = useImFiles()
const { server, listener } = chatFiles

const createPicture = async (name = '合影.jpg') => ({
  type: 'image' as const,
  fileObject: new File([new Uint8Array(await createPhoto())], name, { type: 'image/jpeg' }),
})
const createDocument = (name: string) => ({
  type: 'file' as const,
  fileObject: new File([new Uint8Array(randomBytes(40))], name, { type: 'application/pdf' }),
})
const createTeam = async (device: Device, accounts: string[]) => {
  const fields = { type: 'advanced', name: '读书小组', beInviteMode: 'noVerify' } as const
  return (await device.request('team.createTeam', { ...fields, accounts })).state.team.teamId
}
const statusFor = async (file: { url: string }, session: string | null) =>
  (await chatFiles.openFile(file, session)).status
const readDownloadName = async (file: { url: string }, session: string | null) =>
  decodeURIComponent((await chatFiles.openFile(file, session)).headers.get('content-disposition')!.split("''")[1]!)

describe('a file in a team', () => {
  beforeAll(async () => {
    const admin = await server().enter('administrator')
    // adds the word before the first message, because the server caches the list
    await server().requestAs(admin, 'POST /admin/lexicon', { word: '加微信', action: 1 })
  })

  test('opens for its members only, from their joining until they leave', async () => {
    const [[ann, a1], [bob, b1], [eve, e1]] = [
      await chatFiles.enter(),
      await chatFiles.enter(),
      await chatFiles.enter(),
    ]
    const teamId = await createTeam(a1, [bob.accid])
    const file = await chatFiles.uploadOf(a1)(await createPicture())
    expect(await statusFor(file, bob.session)).toBe(404)
    await sendTeamFile(a1, teamId, file)
    await until(() => b1.received.some(({ content }) => 'file' in content), 'the picture')
    const reply = await chatFiles.openFile(file, bob.session)
    expect(reply.status).toBe(200)
    expect((await sharp(Buffer.from(await reply.arrayBuffer())).metadata()).exif).toBeUndefined()
    expect([await statusFor(file, ann.session), await statusFor(file, eve.session)]).toEqual([200, 404])
    await expect(e1.request('file.getNosOriginUrl', { safeUrl: file.url })).rejects.toMatchObject({ code: 404 })

    // a later member opens later files only
    await a1.request('team.addTeamMembers', { teamId, accounts: [eve.accid] })
    expect(await statusFor(file, eve.session)).toBe(404)
    const laterFile = await chatFiles.uploadOf(a1)(await createPicture('later.jpg'))
    await sendTeamFile(a1, teamId, laterFile)
    expect(await statusFor(laterFile, eve.session)).toBe(200)

    // a former member opens neither the address nor a token
    const access = await b1.request('file.getNosAccessToken', { url: file.url })
    const signed = await b1.request('file.getNosOriginUrl', { safeUrl: file.url })
    expect([await statusFor({ url: access.resUrl }, null), await statusFor(signed, null)]).toEqual([200, 200])
    await a1.request('team.removeTeamMembers', { teamId, accounts: [bob.accid] })
    expect(await statusFor(file, bob.session)).toBe(404)
    expect(await statusFor({ url: access.resUrl }, null)).toBe(404)
    await expect(b1.request('file.getNosOriginUrl', { safeUrl: file.url })).rejects.toMatchObject({ code: 404 })
    expect([await statusFor(signed, null), await statusFor(signed, bob.session)]).toEqual([404, 404])
    const ofAnother = { url: signed.url.replace(/reader=\d+/, 'reader=1') }
    expect([await statusFor(ofAnother, null), await statusFor(ofAnother, bob.session)]).toEqual([404, 404])
    // returning opens no earlier file
    await a1.request('team.addTeamMembers', { teamId, accounts: [bob.accid] })
    expect(await statusFor(file, bob.session)).toBe(404)
    const [eveSigned, ownSigned] = await signFor(laterFile, e1, a1)
    await a1.request('team.dismissTeam', { teamId })
    expect([await statusFor(laterFile, eve.session), await statusFor(laterFile, ann.session)]).toEqual([404, 200])
    expect([await statusFor(eveSigned!, null), await statusFor(ownSigned!, null)]).toEqual([404, 200])
  })

  test('closes to the members when its message is recalled', async () => {
    const [[ann, a1], [bob, b1]] = [await chatFiles.enter(), await chatFiles.enter()]
    const teamId = await createTeam(a1, [bob.accid])
    const file = await chatFiles.uploadOf(a1)(await createPicture())
    const { idServer, idClient } = await sendTeamFile(a1, teamId, file)
    expect(await statusFor(file, bob.session)).toBe(200)
    const [signed, ownSigned] = await signFor(file, b1, a1)
    expect(await statusFor(signed!, null)).toBe(200)
    await a1.request('msg.deleteMsg', { scene: 'team', to: teamId, idServer })
    expect([await statusFor(file, bob.session), await statusFor(file, ann.session)]).toEqual([404, 200])
    expect([await statusFor(signed!, null), await statusFor(ownSigned!, null)]).toEqual([404, 200])
    expect(await server().kit.sql`select name from im_team_file where id_client = ${idClient}`).toEqual([])
  })

  test('is refused from a muted member and a stranger, and opens for no one then', async () => {
    const [[ann, a1], [bob, b1], [, e1]] = [await chatFiles.enter(), await chatFiles.enter(), await chatFiles.enter()]
    const teamId = await createTeam(a1, [bob.accid])
    await a1.request('team.updateMuteStateInTeam', { teamId, accounts: [bob.accid], mute: true })
    const bobFile = await chatFiles.uploadOf(b1)(await createPicture())
    await expect(sendTeamFile(b1, teamId, bobFile)).rejects.toMatchObject({ code: imErrors.muted.code })
    expect(await statusFor(bobFile, ann.session)).toBe(404)
    const eveFile = await chatFiles.uploadOf(e1)(await createPicture())
    await expect(sendTeamFile(e1, teamId, eveFile)).rejects.toMatchObject({ code: imErrors.notInTeam.code })
    expect(await statusFor(eveFile, ann.session)).toBe(404)
    // a file that the sender may not open
    await expect(sendTeamFile(a1, teamId, bobFile)).rejects.toMatchObject({ code: 404 })
    const text = await chatFiles.uploadOf(a1)({ type: 'file', blob: createBlob(randomBytes(20)) })
    await expect(sendTeamFile(a1, teamId, text)).rejects.toMatchObject({ code: 414 })
  })

  test('stays open to the members when a private conversation with it is erased', async () => {
    const [[ann, a1], [bob]] = [await chatFiles.enter(), await chatFiles.enter()]
    const [shared, personal] = [
      await chatFiles.uploadOf(a1)(await createPicture()),
      await chatFiles.uploadOf(a1)(createDocument('清单.pdf')),
    ]
    await sendFileMessage(a1, bob.accid, shared)
    await sendFileMessage(a1, bob.accid, personal, chatMessageTypes.file)
    await sendTeamFile(a1, await createTeam(a1, [bob.accid]), shared)
    const { sql, bodies } = server().kit
    const [conversation] = await sql<{ id: number }[]>`
      select s.conversation_id as id from im_session s join im_account a on a.id = s.im_account_id
      where a.accid = ${ann.accid}`
    const { id: actorId } = await server().enter('administrator')
    const erasure = { actorId, id: conversation!.id, reason: '当事人书面申请清除' }
    await transaction(sql, (tx) => eraseConversation(tx, bodies, erasure))
    expect([await statusFor(shared, bob.session), await statusFor(personal, ann.session)]).toEqual([200, 404])
  })

  test('has the name in the message, not the name of the upload', async () => {
    const [[, a1], [bob, b1]] = [await chatFiles.enter(), await chatFiles.enter()]
    const teamId = await createTeam(a1, [bob.accid])
    const file = await chatFiles.uploadOf(a1)(createDocument('赵小燕的病历.pdf'))
    await sendTeamFile(a1, teamId, { ...file, name: '资料.pdf' }, chatMessageTypes.file)
    expect(await readDownloadName(file, bob.session)).toBe('资料.pdf')
    const signed = await b1.request('file.getNosOriginUrl', { safeUrl: file.url })
    expect(await readDownloadName(signed, null)).not.toContain('赵小燕')
  })

  test('has the name without words of the word list, also after a refused message', async () => {
    const [[, a1], [bob, b1], [eve]] = [await chatFiles.enter(), await chatFiles.enter(), await chatFiles.enter()]
    const teamId = await createTeam(a1, [bob.accid, eve.accid])
    const file = await chatFiles.uploadOf(b1)(createDocument('资料.pdf'))
    const send = (name: string) =>
      b1.request('msg.sendMsg', {
        scene: 'team',
        to: teamId,
        idClient: 'file-of-bob',
        content: { type: chatMessageTypes.file, file: { ...file, name } },
      })
    await a1.request('team.updateMuteStateInTeam', { teamId, accounts: [bob.accid], mute: true })
    await expect(send('旧名.pdf')).rejects.toMatchObject({ code: imErrors.muted.code })
    await a1.request('team.updateMuteStateInTeam', { teamId, accounts: [bob.accid], mute: false })
    await send('笔记加微信.pdf')
    expect(await readDownloadName(file, eve.session)).toBe('笔记.pdf')
  })
})

describe('in a peer group', () => {
  let people: PeerGroupPeople
  const groups = usePeerGroups(server, () => people)
  beforeAll(async () => {
    people = await enterPeerGroupPeople(server())
  })

  test('shows no name of a picture, and the chosen name of one that is sent as a file', async () => {
    const group = await groups.publishGroup()
    const [user, other] = [await server().enter('user'), await server().enter('user')]
    await groups.join(user, group.id, '小舟')
    await groups.join(other, group.id, '远山')
    const [u1, o1] = [await groups.openDeviceOf(listener.url, user), await groups.openDeviceOf(listener.url, other)]
    await sayInTeam(o1, group.teamId, '大家好')
    const picture = await chatFiles.uploadOf(u1)(await createPicture('赵小燕的房间.jpg'))
    expect((await sendTeamFile(u1, group.teamId, picture)).content).toMatchObject({ file: { url: picture.url } })
    const drawing = await chatFiles.uploadOf(u1)(await createPicture('赵小燕的作息.jpg'))
    await sendTeamFile(u1, group.teamId, { ...drawing, name: '作息表.jpg' }, chatMessageTypes.file)
    const isFile = ({ content }: Device['received'][number]) => 'file' in content
    await until(() => o1.received.filter(isFile).length === 2, 'both files')
    const names = o1.received.filter(isFile).map(({ content }) => 'file' in content && content.file.name)
    expect(names).toEqual([undefined, '作息表.jpg'])
    expect(JSON.stringify(o1.received)).not.toContain('赵小燕')
    expect(await readDownloadName(picture, other.token)).not.toContain('赵小燕')
    expect(await readDownloadName(drawing, other.token)).toBe('作息表.jpg')
    const signed = await o1.request('file.getNosOriginUrl', { safeUrl: picture.url })
    expect(await readDownloadName(signed, null)).not.toContain('赵小燕')
  })

  test('refuses files other than pictures, which may contain a place or a name', async () => {
    const group = await groups.publishGroup()
    const user = await server().enter('user')
    await groups.join(user, group.id, '小舟')
    const device = await groups.openDeviceOf(listener.url, user)
    const document = await chatFiles.uploadOf(device)(createDocument('作息表.pdf'))
    await expect(sendTeamFile(device, group.teamId, document, chatMessageTypes.file)).rejects.toMatchObject({
      code: imErrors.notAllowedInTeam.code,
      message: '为了保护成员的隐私，这个小组里只能发送图片',
    })
    expect(await statusFor(document, people.leader.token)).toBe(404)
  })

  test('keeps the name of an upload from members who forward it, and after a recall', async () => {
    const group = await groups.publishGroup()
    const [user, other] = [await server().enter('user'), await server().enter('user')]
    await groups.join(user, group.id, '小舟')
    await groups.join(other, group.id, '远山')
    const [u1, o1] = [await groups.openDeviceOf(listener.url, user), await groups.openDeviceOf(listener.url, other)]
    const source = await createPicture('赵小燕的房间.jpg')
    const picture = await chatFiles.uploadOf(u1)(source)
    const { idServer } = await sendTeamFile(u1, group.teamId, picture)
    const signed = await o1.request('file.getNosOriginUrl', { safeUrl: picture.url })
    const signedName = await readDownloadName(signed, null)
    const [eve] = await chatFiles.enter()
    await sendFileMessage(o1, eve.accid, { ...picture, name: '转发.jpg' })
    await u1.request('msg.deleteMsg', { scene: 'team', to: group.teamId, idServer })
    const names = [
      await readDownloadName(picture, eve.session),
      signedName,
      await readDownloadName(picture, user.token),
    ]
    expect(names.map((name) => name.includes('赵小燕'))).toEqual([false, false, true])
  })

  test('shows staff a reported picture until the group loses it', async () => {
    const group = await groups.publishGroup()
    const [user, other] = [await server().enter('user'), await server().enter('user')]
    await groups.join(user, group.id, '小舟')
    await groups.join(other, group.id, '远山')
    const o1 = await groups.openDeviceOf(listener.url, other)
    const picture = await chatFiles.uploadOf(o1)(await createPicture())
    const { idServer } = await sendTeamFile(o1, group.teamId, picture)
    const report = { teamId: group.teamId, reason: 'privacy', text: '', idServer } as const
    expect((await server().requestAs(user, 'POST /peerGroup/report', report)).code).toBe(200)
    const find = async () =>
      (await groups.callAsAdmin('GET /admin/peerReports', {})).data.content.find(({ groupId }) => groupId === group.id)!
    const { id, message, pictureUrl } = await find()
    expect([message, await statusFor({ url: pictureUrl! }, null)]).toEqual(['［图片］', 200])
    await groups.callAsAdmin('POST /admin/peerReport/removeMessage', { id, reason: '泄露他人隐私' })
    expect([(await find()).pictureUrl, await statusFor({ url: pictureUrl! }, null)]).toEqual([null, 404])
  })
})
