// `npm run verify-backup -- FOLDER`: verifies a backup without restoring it, and needs no database.
import path from 'node:path'
import { summarizeBackup, verifyBackup } from './backups/verify-backup.ts'

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('用法：npm run verify-backup -- 备份文件夹')
  process.exit(1)
}
try {
  const manifest = await verifyBackup(path.resolve(folder))
  console.log(`备份完好：${manifest.madeAt}，${summarizeBackup(manifest)}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
