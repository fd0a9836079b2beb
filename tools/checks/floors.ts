// Layers of the code base: which imports a file may have, by folder. A test checks every import. `*` stands for one
// folder name; siblings with different names are different parts.

/**
 * Base of the portal: notices, certificates, consents, membership status, working days, and the rule of two people.
 * They do not import each other.
 */
const firstGround = [
  'server/src/portal/notify',
  'server/src/portal/certificates',
  'server/src/portal/member-status',
  'server/src/portal/consents',
  'server/src/portal/calendar',
  'server/src/portal/reactions',
  'server/src/portal/four-eyes',
  // also used by the socket server, which may not import the examinations
  'server/src/portal/exam-watch',
]
/** The next layer: payments, which send notices, and the check of texts for danger. */
const portalGround = [...firstGround, 'server/src/portal/crisis-check', 'server/src/portal/payments']
const portalHalf = ['server/src/portal/*', ...portalGround]

const chatGround = ['notify', 'changes', 'connections', 'conversations'].map((name) => `server/src/im/${name}`)
const chatHalf = ['server/src/im/*', ...chatGround]

/** Part -> the lower parts that it may import. A file may always import its own part. */
export const floors: Record<string, readonly string[]> = {
  'contract/src': [],
  'im-sdk/src': ['contract/src'],
  'im-sdk/build.ts': ['im-sdk/release.ts', 'im-sdk/script-plugins.ts'],
  'im-sdk/release.ts': [],
  'im-sdk/script-plugins.ts': [],
  'im-sdk/reference.ts': ['contract/src', 'im-sdk/src'],
  'ui/src': ['contract/src'],
  'server/src/kit': ['contract/src', 'server/db/rows.ts'],
  'server/db/rows.ts': [],
  // the crisis detector, which reads texts of the portal and the chat
  'server/src/crisis': ['contract/src'],
  // shared by several features of the portal
  ...Object.fromEntries(firstGround.map((folder) => [folder, ['contract/src', 'server/src/kit', 'server/db/rows.ts']])),
  'server/src/portal/crisis-check': ['contract/src', 'server/src/kit', 'server/src/crisis', 'server/db/rows.ts'],
  'server/src/portal/payments': [
    'contract/src',
    'server/src/kit',
    'server/db/rows.ts',
    'server/src/portal/notify',
    'server/src/portal/four-eyes',
  ],
  'server/src/portal/*': ['contract/src', 'server/src/kit', 'server/src/crisis', 'server/db/rows.ts', ...portalGround],
  // base of the messaging layer: locks, versions, and change feeds
  'server/src/im/changes': ['contract/src', 'server/src/kit', 'server/db/rows.ts'],
  // list of the devices that are connected to any node
  'server/src/im/connections': ['server/src/kit', 'server/db/rows.ts'],
  // addresses of conversations, and the names of accounts for those who see them
  'server/src/im/conversations': ['contract/src', 'server/src/kit', 'server/db/rows.ts', 'server/src/im/changes'],
  'server/src/im/notify': ['contract/src', 'server/src/kit', 'server/db/rows.ts', 'server/src/im/changes'],
  'server/src/im/*': ['contract/src', 'server/src/kit', 'server/src/crisis', 'server/db/rows.ts', ...chatGround],
  // the whole messaging layer, and its only part that others may import
  'server/src/im/chat.ts': chatHalf,
  // commands that use several features, and the guards of all commands
  'server/src/im/commands': ['contract/src', 'server/src/kit', ...chatHalf],
  'server/src/im/handlers.ts': ['server/src/kit', ...chatHalf, 'server/src/im/commands'],
  'server/src/im/unanswered-questions.ts': [
    ...['server/src/kit', ...chatHalf, 'server/src/im/commands', 'server/src/im/handlers.ts'],
  ],
  'server/src/im/module.ts': [
    ...['server/src/kit', ...chatHalf, 'server/src/im/commands'],
    ...['server/src/im/handlers.ts', 'server/src/im/unanswered-questions.ts'],
  ],
  'server/src/bridge': [
    'contract/src',
    'server/src/kit',
    'server/src/crisis',
    'server/db/rows.ts',
    ...portalHalf,
    'server/src/im/chat.ts',
  ],
  'server/src/modules.ts': [
    'contract/src',
    'server/src/kit',
    'server/src/bridge',
    ...portalHalf,
    'server/src/im/module.ts',
  ],
  'server/src/http': [
    'contract/src',
    'server/src/kit',
    ...portalHalf,
    'server/src/bridge',
    'server/src/im/chat.ts',
    'server/src/modules.ts',
  ],
  'server/src/socket': [
    'contract/src',
    'server/src/kit',
    'server/src/im/chat.ts',
    'server/src/modules.ts',
    'server/src/portal/exam-watch',
  ],
  'server/db/fixtures': [
    'contract/src',
    'server/src/kit',
    ...portalHalf,
    'server/src/im/*',
    'server/src/im/conversations',
  ],
  'server/db/seed': [
    'contract/src',
    'server/src/kit',
    'server/src/crisis',
    ...portalHalf,
    'server/src/im/*',
    'server/src/bridge',
    'server/db/fixtures',
  ],
  'server/src/main.ts': [
    'server/src/modules.ts',
    'contract/src',
    'server/src/kit',
    'server/src/http',
    'server/src/socket',
    ...portalHalf,
    'server/src/im/chat.ts',
    'server/db/seed',
  ],
  portal: ['contract/src', 'ui/src', 'im-sdk/src'],
  admin: ['contract/src', 'ui/src', 'im-sdk/src'],
}

/**
 * Areas with a folder per feature -> the one file that code outside may import; inner ones come first. `module.ts` is
 * only for modules.ts.
 */
export const entries: Record<string, string> = {
  'server/src/portal/conference/registrations': 'registrations.ts',
  'server/src/portal/conference': 'conference.ts',
  'server/src/portal/booking': 'booking.ts',
  'server/src/portal/payments': 'payments.ts',
  'server/src/portal/membership': 'membership.ts',
  'server/src/portal/submissions': 'submissions.ts',
  'server/src/portal/accounts': 'accounts.ts',
  'server/src/portal/qa': 'qa.ts',
  'server/src/portal/exams': 'exams.ts',
  'server/src/portal/guide': 'guide.ts',
  'server/src/im/msg': 'messages.ts',
  'server/src/im/room': 'rooms.ts',
  'server/src/im': 'chat.ts',
  'server/src/bridge/lectures': 'lectures.ts',
  'server/src/bridge/peer-groups': 'peer-groups.ts',
  'server/src/bridge/calls': 'calls.ts',
  'server/src/bridge/crisis': 'crisis.ts',
}

/** Demo content and fixtures use the SQL of the features, so they may import any file. */
export const deepImporters = ['server/db/seed', 'server/db/fixtures']

/** Tests and tools, which may import any file. */
export const outside = ['server/test', 'im-sdk/test', 'tools', 'e2e', 'bench', 'drill']

/**
 * Folders whose sub-folders and files import each other in one direction only. A file beside the sub-folders counts on
 * its own.
 */
export const oneWayFolders = [
  ...['server/src/kit', 'server/src/kit/db', 'server/src/kit/pay', 'server/src/http', 'server/src/socket'],
  ...['server/src/im', 'server/src/im/msg', 'server/src/im/room', 'server/src/im/team', 'server/src/im/crisis'],
  'server/src/crisis',
  ...['server/src/bridge/lectures', 'server/src/portal'],
  ...['server/src/bridge', 'server/src/bridge/peer-groups'],
  ...[
    'accounts',
    'articles',
    'booking',
    'conference',
    'counsellors',
    'exams',
    'guide',
    'membership',
    'payments',
    'qa',
    'submissions',
  ].map((area) => `server/src/portal/${area}`),
  ...[
    'im-sdk/src',
    'im-sdk/src/nim',
    'im-sdk/src/chat',
    'im-sdk/src/sync',
    'admin/src',
    'admin/src/kit',
    'portal/src',
    'portal/src/accounts',
    'portal/src/chat',
    'portal/src/chat/thread',
    'portal/src/conference',
    'portal/src/lectures/room',
    'admin/src/conference',
    'e2e',
  ],
]
