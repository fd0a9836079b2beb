// `npm run create-admin -- USERNAME PHONE`: the first account of a real site. Prints its password once.
import { randomBytes } from 'node:crypto'
import { roles } from '@xinqiao/contract/roles.ts'
import { findNameProblem, normalizeName } from '@xinqiao/contract/names.ts'
import { phonePattern } from '@xinqiao/contract/phone.ts'
import { createAccount } from '../server/db/fixtures/account.ts'
import { isConflict, migrate } from '../server/src/kit/db/db.ts'
import { openSecrets } from '../server/src/kit/auth/secrets.ts'
import { withDatabase } from './database.ts'

const [typed = '', phone = ''] = process.argv.slice(2)
const username = normalizeName(typed)
if (!/^[\p{L}\p{N}._-]{2,30}$/u.test(username) || !phonePattern.test(phone)) {
  console.error('用法：npm run create-admin -- 账号 手机号')
  process.exit(1)
}
const problem = findNameProblem(username, { isUsername: true, roleId: roles.administrator })
if (problem) {
  console.error(problem)
  process.exit(1)
}

await withDatabase(async (sql, config) => {
  await migrate(sql)
  const password = randomBytes(12).toString('base64url')
  const secrets = await openSecrets(sql, config)
  const account = {
    username,
    phone,
    roleId: roles.administrator,
    password,
    mustChangePassword: true,
  }
  const id = await createAccount(sql, secrets, account).catch((error: unknown) => {
    if (isConflict(error, 'account_username_unique'))
      throw new Error(`账号 ${username} 已经存在，没有改动。忘记密码时用登录页的“忘记密码”，或换一个账号名`)
    if (isConflict(error, 'account_phone_unique')) throw new Error(`手机号 ${phone} 已经属于另一个账号，请换一个手机号`)
    throw error
  })
  console.log(`管理员已创建：编号 ${id}，账号 ${username}，密码 ${password}（只显示这一次，首次登录时须修改）`)
})
