// Decides whether two staff accounts count as two people where a rule requires two.
import type { Db } from '../../kit/db/db.ts'

/**
 * A person who controls another account could act as two people. The owner of that account has this long to notice and
 * object.
 */
const independentAfterDays = 7

/**
 * False when one account controlled the other within the last days, or a third account controlled both. An account
 * controls another if it created it, set its role or password, or recovered its second factor.
 */
export async function areIndependent(db: Db, accountId: number, otherId: number): Promise<boolean> {
  const common = await db`
    with recursive controller (of, id) as (
      select id, id from unnest(${[accountId, otherId]}::bigint[]) as person (id)
      union
      select controller.of, act.by from controller cross join lateral (
        select (detail->>'by')::bigint as by from security_event
        where account_id = controller.id and kind in ('registered', 'roleChanged', 'passwordReset')
          and detail->>'by' is not null and at > now() - make_interval(days => ${independentAfterDays})
        union all
        select unnest(array[asked_by, decided_by]) from factor_recovery
        where account_id = controller.id and state = 'confirmed'
          and decided_at > now() - make_interval(days => ${independentAfterDays})
      ) act
    )
    select 1 from controller a join controller b using (id) where a.of = ${accountId} and b.of = ${otherId} limit 1`
  return common.count === 0
}

/**
 * The refusal in Chinese.
 * @param remedy what the person can do instead
 */
export const dependenceMessage = (remedy: string): string =>
  `您与前一位经办人的账号，7天内有一方创建或修改过另一方，或由同一位管理员创建或修改过。${remedy}，或在7天后再试`
