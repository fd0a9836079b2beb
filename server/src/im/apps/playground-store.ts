// SQL of the playground.
import type { Rows } from '../../../db/rows.ts'
import type { Db } from '../../kit/db/db.ts'
import { onlyRow } from '../../kit/db/results.ts'

export const selectPlayground = (db: Db) =>
  onlyRow(db<Pick<Rows['im_app'], 'id' | 'app_key' | 'is_open'>[]>`
    select id, app_key, is_open from im_app where is_playground`)
