// Tests which offers of pages reach Janus, whose mute names the line of the sound.
import { expect, test } from 'vitest'
import { offerOfPage, offerWithTwoSounds } from '../../../../test/session-descriptions.ts'
import { checkOffer } from './descriptions.ts'

const replaceMid = (line: string) => offerOfPage.replace('a=mid:0', line)

test('accepts the offer of a page', () => {
  expect(() => checkOffer(offerOfPage)).not.toThrow()
})

test.each([
  ['two sounds', offerWithTwoSounds],
  ['another line of the sound', replaceMid('a=mid:7')],
  ['a space behind the name', replaceMid('a=mid:0 ')],
  ['a line separator behind the name', replaceMid('a=mid:0\u2028x')],
  ['a line separator before a false name', replaceMid('a=x:\u2028a=mid:0\r\na=mid:7')],
  ['a second name in capitals', replaceMid('a=MID:7\r\na=mid:0')],
  ['a carriage return inside a line', replaceMid('a=x:\ra=mid:0\r\na=mid:7')],
  ['no name of the sound', replaceMid('a=x:0')],
])('refuses %s', (_name, offer) => {
  expect(() => checkOffer(offer)).toThrow('other lines')
})
