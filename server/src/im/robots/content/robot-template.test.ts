// Tests of the templates of robots, also of hostile ones.
import { expect, test } from 'vitest'
import { parseRobotTemplate } from '@xinqiao/contract/im/robots/robot-template.ts'
import { createRobotTemplate } from './robot-template.ts'

test('reads texts, pictures and links', () => {
  const raw = `<template><LinearLayout><text name="label">您好 &lt;b&gt; &amp;lt;</text><image name="logo" url="/files/a.webp"/></LinearLayout>
    <LinearLayout><link style="button" target="https://a.example.cn/?a=1&amp;b=2" type="url"><text name="label">官网</text></link>
    <link style="button" target="A5" type='block' params="k=v"><text name="label">继续</text></link></LinearLayout></template>`
  expect(parseRobotTemplate(raw)).toEqual({
    json: [
      { type: 'text', name: 'label', text: '您好 <b> &lt;' },
      { type: 'image', name: 'logo', url: '/files/a.webp' },
      {
        type: 'url',
        style: 'button',
        target: 'https://a.example.cn/?a=1&b=2',
        params: '',
        text: [{ type: 'text', name: 'label', text: '官网' }],
      },
      {
        type: 'block',
        style: 'button',
        target: 'A5',
        params: 'k=v',
        text: [{ type: 'text', name: 'label', text: '继续' }],
      },
    ],
    raw,
  })
})

test('reads what it writes, whatever the words contain', () => {
  const words = `<script>"x" & 'y'</script> ]]> &amp;`
  const { json } = parseRobotTemplate(
    createRobotTemplate(words, [
      { label: words, url: '/a?b=1&c="2"' },
      { label: 'q', question: words },
    ]),
  )
  expect(json).toMatchObject([
    { type: 'text', text: words },
    { type: 'url', target: '/a?b=1&c="2"', text: [{ text: words }] },
    { type: 'block', target: words, text: [{ text: 'q' }] },
  ])
})

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,x',
  '//evil.example.com',
  '/\\evil.example.com',
  '\\\\evil',
  'https://a b',
  'vbscript:x',
  '',
])('leaves out a link to %j', (target) => {
  const { json } = parseRobotTemplate(
    `<template><link type="url" target="${target}"><text>x</text></link><image url="${target}"/></template>`,
  )
  expect(json).toEqual([])
})

test('limits bombs, and reads no other text', () => {
  const many = '<text>x</text>'.repeat(1_000)
  expect(parseRobotTemplate(`<template>${many}</template>`).json).toHaveLength(1_000)
  for (const raw of [
    `<template>${'x'.repeat(20_000)}</template>`,
    '<!DOCTYPE t [<!ENTITY a "b">]><template><text>&a;</text></template>',
    '<b>你好</b>',
    '',
    'text',
  ])
    expect(parseRobotTemplate(raw)).toEqual({ json: [], raw })
  for (const part of ['<text', '<link target="', '<'.repeat(9_000), '<a '.repeat(5_000), '<text a="'.repeat(2_000)])
    expect(parseRobotTemplate(`<template>${part}`).json.length).toBeLessThanOrEqual(1)
  expect(parseRobotTemplate(undefined)).toEqual({ json: [], raw: '' })
})
