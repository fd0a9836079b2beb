// `npm run rotate-key`: seals all values again with a new root key. The site must be stopped, because a running node
// would continue with the old key.
import { createRootKey, createSecrets, readOrCreateRootKeys, writeRootKeys } from '../server/src/kit/auth/secrets.ts'
import { migrate } from '../server/src/kit/db/db.ts'
import { withDatabase } from './database.ts'
import { rotateKeys } from './rotation.ts'

await withDatabase(async (sql, config) => {
  await migrate(sql)
  // the server's password changes with the key, so commands sign in as the owner
  const [running] = await sql<{ count: number }[]>`
    select count(*) as count from pg_stat_activity
    where application_name = 'xinqiao' and datname = current_database()`
  if (running && running.count > 0) throw new Error('网站仍在运行，请先停止所有节点再更换密钥')
  const [row] = await sql<{ key_id: number }[]>`select key_id from key_in_force`
  const old = row?.key_id ?? 1
  const keys = new Map(readOrCreateRootKeys(config.SECRET_KEY, config.dataDir))
  const next = config.SECRET_KEY ? Math.max(...keys.keys()) : old + 1
  if (!keys.has(old)) throw new Error(`SECRET_KEY 中没有正在使用的 ${old} 号密钥`)
  if (next <= old) throw new Error(`请先在 SECRET_KEY 中加入新密钥，写成 ${old}:旧密钥,${old + 1}:新密钥，再运行本命令`)
  if (!config.SECRET_KEY) {
    keys.set(next, keys.get(next) ?? createRootKey())
    // store the new key before the first value is sealed with it
    writeRootKeys(keys, config.dataDir)
  }
  const count = await rotateKeys(sql, next, createSecrets(keys, old), createSecrets(keys, next))
  if (config.SECRET_KEY)
    console.log(`已用 ${next} 号密钥重新加密 ${count} 行。现在可以从 SECRET_KEY 中去掉 ${old} 号密钥`)
  else {
    writeRootKeys(new Map([[next, keys.get(next)!]]), config.dataDir)
    console.log(`已用 ${next} 号密钥重新加密 ${count} 行，旧密钥已删除。此前的备份各自带有当时的密钥`)
  }
})
