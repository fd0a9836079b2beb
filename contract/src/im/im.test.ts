// Tests of the messaging tables: numbers are unique, and a message has the fields of its type.
import { describe, expect, test } from 'vitest'
import { handlingOfCode, imErrors } from './errors.ts'
import { ImageOperation, ImageOps, readImageOps, withImageOps, type ImageOperationInput } from './files/images.ts'
import { imServices } from './index.ts'
import { MessageDraft, chatMessageTypes } from './messages/messages.ts'
import { sessionIdOf, SessionId, targetOfSession, targetOfMessage } from './messages/scene.ts'
import { commandEntries, findCommandByNumber, pushEntries } from './table.ts'

test('assigns each pair of numbers to one command, push or broadcast', () => {
  const pairs = [
    ...commandEntries.map(({ serviceId, command }) => `${serviceId}/${command.id}`),
    ...pushEntries.map(({ serviceId, id }) => `${serviceId}/${id}`),
  ]
  expect(new Set(pairs).size).toBe(pairs.length)
  expect(imServices.msg.id).toBe(7)
  expect(findCommandByNumber(7, 17)?.name).toBe('msg.markBroadcastsRead') // the numbers that messaging.md 7 lists
  expect(findCommandByNumber(7, 1)?.name).toBe('msg.sendMsg')
  expect(findCommandByNumber(7, 999)).toBeNull()
})

test('has a unique code for each error, and the whole catalogue of messaging.md 8', () => {
  const codes = Object.values(imErrors).map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  const listed = [302, 403, 404, 406, 408, 415, 416, 500, 803, 816, 7101, 10201, 10202, 10404, 10405, 10406, 10407]
  expect(codes).toEqual(expect.arrayContaining([...listed, 10408, 10409, 10410, 10417, 10419, 10420]))
  expect([803, 406, 816, 7101, 416].map(handlingOfCode)).toEqual(['empty', 'empty', 'trivial', 'trivial', 'blocks'])
  expect(handlingOfCode(99_999)).toBe('shown')
})

const picture = { url: 'https://xinqiao.test/files/im/a?im_url=1', ext: 'jpg', size: 12, w: 3, h: 4 }

describe('draft', () => {
  const createDraft = (content: unknown) => ({ scene: 'p2p', to: 'u1', idClient: 'a', content })
  test.each([
    ['text', { type: chatMessageTypes.text, text: '您好' }],
    ['text of one emoji', { type: chatMessageTypes.text, text: '\u2764\ufe0f' }],
    ['text with zero-width characters', { type: chatMessageTypes.text, text: '\u200b好\u200b' }],
    ['text with a place', { type: chatMessageTypes.text, text: '您好', loc_x: 1 }],
    ['geo', { type: chatMessageTypes.geo, geo: { lng: 120.1, lat: 30.2, title: '西湖' } }],
    ['tip', { type: chatMessageTypes.tip, tip: '对方正在忙' }],
    ['custom', { type: chatMessageTypes.custom, content: '{"a":1}', subType: 1, isUnreadable: 0 }],
    ['image', { type: chatMessageTypes.image, file: picture }],
    ['audio', { type: chatMessageTypes.audio, file: { ...picture, dur: 1_000 } }],
    ['video', { type: chatMessageTypes.video, file: { ...picture, dur: 1_000 } }],
    ['file', { type: chatMessageTypes.file, file: { ...picture, md5: 'a'.repeat(32) } }],
  ])('%s passes', (_name, content) => {
    expect(MessageDraft.parse(createDraft(content)).content).toEqual(content)
  })
  test.each([
    ['text without text', { type: chatMessageTypes.text }],
    ['an empty text', { type: chatMessageTypes.text, text: '' }],
    ['a text of spaces', { type: chatMessageTypes.text, text: ' \t\n\u3000\u00a0' }],
    ['a text of zero-width characters', { type: chatMessageTypes.text, text: '\u200b\u200d\ufeff\u2060\u00ad\u202e' }],
    ['a text of control characters', { type: chatMessageTypes.text, text: '\u0001\u0007\u009f' }],
    ['a text of fillers', { type: chatMessageTypes.text, text: '\u3164\u115f\u2800\ufe0f\u{e0020}' }],
    ['a tip of zero-width characters', { type: chatMessageTypes.tip, tip: '\u200b' }],
    ['a text too long', { type: chatMessageTypes.text, text: '长'.repeat(5_001) }],
    ['tip without tip', { type: chatMessageTypes.tip, text: 'x' }],
    ['custom without content', { type: chatMessageTypes.custom }],
    ['geo with words for numbers', { type: chatMessageTypes.geo, geo: { lng: '1', lat: 2, title: '' } }],
    ['geo without title', { type: chatMessageTypes.geo, geo: { lng: 1, lat: 2 } }],
    ['a robot without a question', { type: chatMessageTypes.robot, text: '', robot: { robotAccid: 'r' } }],
    ['an image without its file', { type: chatMessageTypes.image }],
    ['a file without an address', { type: chatMessageTypes.file, file: { ext: 'pdf', size: 1 } }],
    ['an address that is none', { type: chatMessageTypes.file, file: { ...picture, url: 'javascript:alert(1)' } }],
    ['audio without dur', { type: chatMessageTypes.audio, file: { ...picture } }],
    ['video without its sides', { type: chatMessageTypes.video, file: { url: picture.url, size: 1, dur: 5 } }],
    ['a digest that is none', { type: chatMessageTypes.file, file: { ...picture, md5: 'x' } }],
    ['subType 0', { type: chatMessageTypes.text, text: 'x', subType: 0 }],
    ['a flag of 2', { type: chatMessageTypes.text, text: 'x', isUnreadable: 2 }],
  ])('%s is refused', (_name, content) => {
    expect(MessageDraft.safeParse(createDraft(content)).success).toBe(false)
  })
  test('names a file without an extension "unknown"', () => {
    const { ext: _ext, ...nameless } = picture
    const parsed = MessageDraft.parse(createDraft({ type: chatMessageTypes.file, file: nameless }))
    expect(parsed.content).toMatchObject({ file: { ext: 'unknown' } })
  })
  test.each(['room', undefined])('refuses the unknown scene %s', (scene) => {
    const content = { type: chatMessageTypes.text, text: 'x' }
    const { error } = MessageDraft.safeParse({ ...createDraft(content), scene })
    expect(error?.issues).toMatchObject([{ path: ['scene'], message: 'scene只能是p2p、team、superTeam' }])
  })
  test.each(['team', 'superTeam'])('accepts a message to a %s, but none that only the server writes', (scene) => {
    expect(MessageDraft.safeParse({ ...createDraft({ type: chatMessageTypes.text, text: 'x' }), scene }).success).toBe(
      true,
    )
    const notification = { type: chatMessageTypes.notification, attach: { type: 'dismissTeam' } }
    expect(MessageDraft.safeParse({ ...createDraft(notification), scene }).success).toBe(false)
  })
})

describe('address', () => {
  test('joins scene and target to a session id', () => {
    expect(sessionIdOf({ scene: 'team', to: '12-3' })).toBe('team-12-3')
    expect(targetOfSession('p2p-a-b')).toEqual({ scene: 'p2p', to: 'a-b' })
    expect(targetOfSession('superTeam-12')).toEqual({ scene: 'superTeam', to: '12' })
    expect(SessionId.safeParse('p2p-a-b').success).toBe(true)
  })
  test.each(['room-1', 'p2p', 'bob', ''])('refuses %s as a session id', (sessionId) => {
    expect(() => targetOfSession(sessionId)).toThrow(RangeError)
    expect(SessionId.safeParse(sessionId).success).toBe(false)
  })
  test('assigns a message to the other side, or to its team', () => {
    const msg = { from: 'ann', to: 'bob', scene: 'p2p' } as const
    expect(targetOfMessage(msg, 'ann')).toEqual({ scene: 'p2p', to: 'bob' })
    expect(targetOfMessage(msg, 'bob')).toEqual({ scene: 'p2p', to: 'ann' })
    expect(targetOfMessage({ from: 'ann', to: '1', scene: 'team' }, 'bob')).toEqual({ scene: 'team', to: '1' })
  })
  test('accepts requests of earlier SDKs for missing messages without a scene', () => {
    const { input } = imServices.sync.commands.syncMsgs
    expect(input.parse({ since: [{ to: 'bob', time: 1 }] })).toEqual({ since: [{ scene: 'p2p', to: 'bob', time: 1 }] })
  })
})

describe('image operations', () => {
  const url = 'https://xinqiao.test/files/im/abc?im_url=1'
  const ops: ImageOperationInput[] = [
    { type: 'stripmeta' },
    { type: 'quality', quality: 70 },
    { type: 'interlace' },
    { type: 'rotate', angle: -90 },
    { type: 'blur', radius: 3, sigma: 1.5 },
    { type: 'crop', x: 1, y: 2, width: 30, height: 40 },
    { type: 'thumbnail', thumbnail: { mode: 'contain', width: 80, axis: { x: 0 } } },
  ]
  test('writes operations into the address and parses them back unchanged', () => {
    const address = withImageOps(url, ops)
    expect(address).toBe(
      `${url}&imageView&stripmeta=1&quality=70&interlace=1&rotate=270&blur=3x1.5&crop=1_2_30_40&thumbnail=80x0_0_5`,
    )
    expect(readImageOps(new URL(address).searchParams)).toEqual(ImageOps.parse(ops))
    expect(withImageOps(withImageOps(url, [ops[1]!]), [ops[2]!])).toBe(`${url}&imageView&quality=70&interlace=1`)
    expect(readImageOps(new URL(url).searchParams)).toEqual([])
  })
  test.each([
    ['quality over 100', { type: 'quality', quality: 101 }],
    ['blur without a radius', { type: 'blur', radius: 0, sigma: 1 }],
    ['blur over 50', { type: 'blur', radius: 51, sigma: 1 }],
    ['a negative crop', { type: 'crop', x: -1, y: 0, width: 1, height: 1 }],
    ['cover without a height', { type: 'thumbnail', thumbnail: { mode: 'cover', width: 80 } }],
    ['contain without a side', { type: 'thumbnail', thumbnail: { mode: 'contain' } }],
    ['an axis over 10', { type: 'thumbnail', thumbnail: { mode: 'contain', width: 1, axis: { x: 11 } } }],
    ['a side of 4096', { type: 'thumbnail', thumbnail: { mode: 'contain', width: 4096 } }],
    ['an operation that is none', { type: 'explode' }],
  ])('%s is refused', (_name, op) => {
    expect(ImageOperation.safeParse(op).success).toBe(false)
  })
  test.each(['quality=101', 'thumbnail=1q1', 'crop=1_2', 'blur=x', 'rotate=abc'])('refuses a query of %s', (query) => {
    expect(readImageOps(new URLSearchParams(`imageView&${query}`))).toBeNull()
  })
})
