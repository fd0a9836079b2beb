// Session descriptions as a browser writes them, for tests without a browser.

const fingerprint = Array.from({ length: 32 }, () => '5A').join(':')
const lineOf = (kind: 'audio' | 'video', mid: string, codec: string, direction: string) => [
  `m=${kind} 9 UDP/TLS/RTP/SAVPF 96`,
  ...['c=IN IP4 0.0.0.0', 'a=rtcp:9 IN IP4 0.0.0.0', 'a=ice-ufrag:abcd', 'a=ice-pwd:abcdefghijklmnopqrstuvwx'],
  ...[`a=fingerprint:sha-256 ${fingerprint}`, 'a=setup:actpass', `a=mid:${mid}`, `a=${direction}`, 'a=rtcp-mux'],
  ...[`a=rtpmap:96 ${codec}`, `a=msid:stream-of-a-person track-${mid}`, `a=ssrc:100${mid} cname:person`],
]
const describe = (lines: readonly (readonly string[])[], mids: string) =>
  [
    ...['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', `a=group:BUNDLE ${mids}`],
    ...lines.flat(),
    'a=end-of-candidates',
    '',
  ].join('\r\n')

const [sound, picture] = [
  lineOf('audio', '0', 'opus/48000/2', 'sendonly'),
  lineOf('video', '1', 'VP8/90000', 'sendonly'),
]
export const offerOfPage = describe([sound, picture], '0 1')
/** A second sound, which a mute of the first would not silence. */
export const offerWithTwoSounds = describe([sound, picture, lineOf('audio', '2', 'opus/48000/2', 'sendonly')], '0 1 2')
