// SQL of WeChat's certificates. They are stored, so that a start does not depend on WeChat, and all nodes share
// them.
import type { Db } from '../../db/db.ts'

export async function insertCertificate(db: Db, serial: string, pem: string, expiresAt: Date): Promise<void> {
  await db`
    insert into wechat_certificate (serial, pem, expires_at) values (${serial}, ${pem}, ${expiresAt})
    on conflict (serial) do nothing`
}

/** Certificates that are still valid. */
export async function selectCertificates(db: Db): Promise<string[]> {
  const rows = await db<{ pem: string }[]>`
    select pem from wechat_certificate where expires_at > now() order by expires_at`
  return rows.map(({ pem }) => pem)
}
