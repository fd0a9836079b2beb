// `npm run create-admin -- USERNAME PHONE`: the first account of a real site. Prints its password once.
import { randomBytes } from 'node:crypto'
import { roles } from '@xinqiao/contract/roles.ts'
import { findNameProblem, normalizeName } from '@xinqiao/contract/names.ts'
import { phonePattern } from '@xinqiao/contract/phone.ts'
import { makeAccount } from '../server/db/fixtures/account.ts'
import { migrate } from '../server/src/kit/db/db.ts'
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
  const id = await makeAccount(sql, secrets, {
    username,
    phone,
    roleId: roles.administrator,
    password,
    mustChangePassword: true,
  })
  console.log(`管理员已创建：编号 ${id}，账号 ${username}，密码 ${password}（只显示这一次，首次登录时须修改）`)
})
