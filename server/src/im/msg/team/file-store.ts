// SQL of files that messages of teams grant to their members.
import type { Tx } from '../../../kit/db/db.ts'

/** `isOwn`: the file is granted only if the sender uploaded it. */
export type TeamFile = { object: string; senderId: number; idClient: string; name: string; isOwn: boolean }

/** Grants files to the teams of these messages, for as long as the messages exist. */
export async function insertTeamFiles(tx: Tx, files: readonly TeamFile[]): Promise<void> {
  await tx`
    insert into im_team_file (file_id, sender_id, id_client, name)
    select f.id, w.sender_id, w.id_client, w.name
    from unnest(${files.map(({ object }) => object)}::text[], ${files.map(({ senderId }) => senderId)}::bigint[],
      ${files.map(({ idClient }) => idClient)}::text[], ${files.map(({ name }) => name)}::text[],
      ${files.map(({ isOwn, senderId }) => (isOwn ? senderId : 0))}::bigint[])
      as w(object, sender_id, id_client, name, owner_id)
    join im_file f on f.object = w.object and w.owner_id in (0, f.owner_id) on conflict do nothing`
}
