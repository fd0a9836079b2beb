// Types of database handles, with the column types that the driver parses.
import type postgres from 'postgres'

export type Sql = postgres.Sql<{ bigint: number; day: string }>
export type Tx = postgres.TransactionSql<{ bigint: number; day: string }>
/** Parameter type of stores, which work inside and outside transactions. */
export type Db = Sql | Tx
