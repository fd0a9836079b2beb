// Types of database handles, with the column types that the driver parses.
import type postgres from 'postgres'

export type Sql = postgres.Sql<{ bigint: number; day: string }>
export type Tx = postgres.TransactionSql<{ bigint: number; day: string }>
/** Either: stores take this, so that they work inside and outside a transaction. */
export type Db = Sql | Tx
