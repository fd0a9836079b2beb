// Waits at the start until the database accepts writes, and checks how it was created.
import { isUnreachable } from './driver/failures.ts'
import type { Sql } from './driver/sql.ts'

const reasons: Record<string, string> = {
  ECONNREFUSED: '连接被拒绝',
  CONNECT_TIMEOUT: '没有答复',
  ENOTFOUND: '无法解析主机名',
  EAI_AGAIN: '无法解析主机名',
  ENOENT: '没有这个套接字',
  '57P03': '正在启动或恢复',
  '25006': '现在只能读取，不能写入',
}

/** Message about a cause that the operator can remove. */
function describeFailure(error: unknown): string {
  const { code = '', message, cause } = error as Error & { code?: string }
  return code === 'DATABASE_AWAY' && cause ? describeFailure(cause) : (reasons[code] ?? message)
}

const readOnly = Object.assign(new Error('read-only'), { code: '25006' })

/** @returns the reason why the database cannot be used at the moment, or null */
async function findObstacle(sql: Sql): Promise<unknown> {
  try {
    const [row] = await sql<{ isReadOnly: boolean }[]>`
      select current_setting('transaction_read_only') = 'on' as "isReadOnly"`
    return row!.isReadOnly ? readOnly : null
  } catch (error) {
    if (isUnreachable(error)) return error
    throw error
  }
}

export type WaitOptions = { retryMs?: number; sayEveryMs?: number }

/**
 * Returns once the database accepts writes.
 * @param say receives a message for the operator, at once and then periodically
 * @throws errors that waiting does not solve, such as a wrong password
 */
export async function waitForDatabase(
  sql: Sql,
  say: (message: string) => void,
  { retryMs = 500, sayEveryMs = 10_000 }: WaitOptions = {},
): Promise<void> {
  let saidAt = -Infinity
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    const obstacle = await findObstacle(sql)
    if (obstacle === null) return
    if (performance.now() - saidAt >= sayEveryMs) {
      saidAt = performance.now()
      say(`数据库暂时不能使用（${describeFailure(obstacle)}），正在等待，恢复后自动继续启动`)
    }
    // oxlint-disable-next-line no-await-in-loop -- the pause between two attempts
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

const localeAdvice = '请用 createdb -T template0 -E UTF8 --locale=C.UTF-8 重新建立数据库'

/**
 * Checks encoding and locale. With the locale C, search and unique names cannot compare upper and lower case beyond
 * ASCII.
 * @param warn receives a message if the database already has content
 * @throws Error for another encoding, or for a new database with the locale C
 */
export async function checkLocale(sql: Sql, warn: (message: string) => void): Promise<void> {
  const [row] = await sql<{ encoding: string; knowsLetters: boolean; isNew: boolean }[]>`
    select current_setting('server_encoding') as encoding, lower('ÄЖ') = 'äж' as "knowsLetters",
      to_regclass('public.migration') is null as "isNew"`
  const { encoding, knowsLetters, isNew } = row!
  if (encoding !== 'UTF8') throw new Error(`数据库的编码是 ${encoding}，应为 UTF8：${localeAdvice}`)
  if (knowsLetters) return
  const message = `数据库的区域设置（locale）只认识英文字母，搜索和重名检查会不准确：${localeAdvice}`
  if (isNew) throw new Error(message)
  warn(`${message}，再用 npm run restore 恢复备份`)
}
