// The house as data: what a file may import, by where it stands. A test holds every import against it.
// `*` stands for one folder name: a sibling with another name is another part.

/** Grounds of the portal half: telling people, certificates, consents, who is a member, and which days are worked. They do not see each other. */
const firstGround = [
  'server/src/portal/notify',
  'server/src/portal/certificates',
  'server/src/portal/standing',
  'server/src/portal/consents',
  'server/src/portal/calendar',
]
/** And what stands on them: taking money, which tells people of it. */
const portalGround = [...firstGround, 'server/src/portal/orders']
const portalHalf = ['server/src/portal/*', ...portalGround]

/** Part of the house -> the parts below it that it may use. A file may always use its own part. */
export const floors: Record<string, readonly string[]> = {
  'contract/src': [],
  'im-sdk/src': ['contract/src'],
  'im-sdk/build.ts': [],
  'ui/src': ['contract/src'],
  'server/src/kit': ['contract/src', 'server/db/rows.ts'],
  'server/db/rows.ts': [],
  // what several features of the portal stand on
  ...Object.fromEntries(firstGround.map((place) => [place, ['contract/src', 'server/src/kit', 'server/db/rows.ts']])),
  'server/src/portal/orders': ['contract/src', 'server/src/kit', 'server/db/rows.ts', 'server/src/portal/notify'],
  'server/src/portal/*': ['contract/src', 'server/src/kit', 'server/db/rows.ts', ...portalGround],
  // the ground of the messaging half: locks, versions, and what changed for whom
  'server/src/im/changes': ['contract/src', 'server/src/kit', 'server/db/rows.ts'],
  'server/src/im/notify': ['contract/src', 'server/src/kit', 'server/db/rows.ts', 'server/src/im/changes'],
  'server/src/im/*': [
    'contract/src',
    'server/src/kit',
    'server/db/rows.ts',
    'server/src/im/changes',
    'server/src/im/notify',
  ],
  'server/src/bridge': ['contract/src', 'server/src/kit', ...portalHalf, 'server/src/im/*'],
  // through the bridge alone: what a page calls may need both halves, the chat's own commands go by socket
  'server/src/http': ['contract/src', 'server/src/kit', ...portalHalf, 'server/src/bridge'],
  'server/src/socket': ['contract/src', 'server/src/kit', 'server/src/im/*', 'server/src/im/notify'],
  'server/db/make': ['contract/src', 'server/src/kit', ...portalHalf, 'server/src/im/*'],
  'server/db/seed': ['contract/src', 'server/src/kit', ...portalHalf, 'server/src/im/*', 'server/db/make'],
  'server/src/jobs.ts': [
    'contract/src',
    'server/src/kit',
    'server/src/bridge',
    ...portalHalf,
    'server/src/im/*',
    'server/src/im/notify',
  ],
  'server/src/main.ts': [
    'server/src/jobs.ts',
    'contract/src',
    'server/src/kit',
    'server/src/http',
    'server/src/socket',
    'server/src/bridge',
    ...portalHalf,
    'server/src/im/*',
    'server/db/seed',
  ],
  portal: ['contract/src', 'ui/src', 'im-sdk/src'],
  admin: ['contract/src', 'ui/src', 'im-sdk/src'],
}

/** Tests and the tools around the house may look into every room. */
export const outside = ['server/test', 'im-sdk/test', 'tools', 'e2e', 'bench']
