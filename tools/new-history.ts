// `npm run new-history`: begins a new generation after a data folder or disk image was put back (decision 012).
import { migrate } from '../server/src/kit/db/db.ts'
import { beginGeneration } from '../server/src/kit/generation.ts'
import { withDatabase } from './database.ts'

await withDatabase(async (sql) => {
  await migrate(sql)
  await beginGeneration(sql)
  console.log('已给数据库记下新的一代，聊天客户端会清掉旧消息、重新同步。可以启动节点了')
})
