// `npm run verify-audit [-- DIGEST]`: verifies the hash chain of the audit log. With a digest that was noted earlier,
// it also checks that this entry still exists, because the log itself cannot show a missing end.
import { hasAuditHash, verifyAudit } from '../server/src/kit/audit/audit.ts'
import { withDatabase } from './database.ts'

const [knownHash] = process.argv.slice(2)

await withDatabase(async (sql) => {
  const { entries, brokenAt, lastHash } = await verifyAudit(sql)
  if (brokenAt !== null) {
    console.error(`第 ${brokenAt} 号记录与前一条不符，其前 ${entries} 条无误`)
    process.exitCode = 1
    return
  }
  console.log(`共 ${entries} 条，逐条核对无误。末条摘要 ${lastHash}，可抄录备查`)
  if (knownHash === undefined) return
  if (/^[\da-f]{64}$/.test(knownHash) && (await hasAuditHash(sql, knownHash))) console.log('上次抄录的摘要仍在日志中')
  else {
    console.error('日志中没有上次抄录的摘要：末尾可能被截去')
    process.exitCode = 1
  }
})
