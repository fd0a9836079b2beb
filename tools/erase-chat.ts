// `npm run erase-chat -- CONVERSATION USERNAME REASON`: erases a conversation as the console does, for when no one can
// sign in there.
import { roles } from '@xinqiao/contract/roles.ts'
import { eraseConversation } from '../server/src/im/msg/erasure/erase.ts'
import { createBodyCipher } from '../server/src/kit/chat/bodies.ts'
import { transaction } from '../server/src/kit/db/db.ts'
import { openSecrets } from '../server/src/kit/auth/secrets.ts'
import { withDatabase } from './database.ts'

const [conversation = '', username = '', reason = ''] = process.argv.slice(2)
if (!/^[1-9]\d{0,14}$/.test(conversation) || username === '' || reason.trim().length < 5 || reason.length > 200) {
  console.error('用法：npm run erase-chat -- 会话编号 管理员账号 理由（5至200个字）')
  process.exit(1)
}

await withDatabase(async (sql, config) => {
  const [actor] = await sql<{ id: number }[]>`
    select id from account
    where username_key = lower(${username}) and role_id = ${roles.administrator} and enabled`
  if (!actor) {
    console.error(`没有启用中的管理员账号 ${username}`)
    process.exitCode = 1
    return
  }
  const bodies = createBodyCipher(await openSecrets(sql, config))
  const id = Number(conversation)
  await transaction(sql, (tx) => eraseConversation(tx, bodies, { actorId: actor.id, id, reason: reason.trim() }))
  console.log(`会话 ${id} 已清除，理由已记入审计日志`)
})
