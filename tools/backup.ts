// `npm run backup [-- FOLDER]`: writes a backup into a new folder. The site may stay in use.
import path from 'node:path'
import { summarizeBackup } from './backups/verify-backup.ts'
import { writeBackup } from './backups/write-backup.ts'
import { withDatabase } from './database.ts'

const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
const target = path.resolve(process.argv[2] ?? `backup-${stamp}`)

await withDatabase(async (sql, config) => {
  const manifest = await writeBackup(sql, config, target)
  console.log(`备份完成：${target}（${summarizeBackup(manifest)}）。secret.key 能解开个人信息，请与备份分开保管。`)
})
