// A transaction on a connection that nothing else uses. `begin` travels with the first query; a last query that `work`
// has sent but not awaited travels with the commit.
import type { DbConnection } from './connection.ts'
import { withHandler, type RunningQuery, type Sql, type Tx } from './sql.ts'

type TransactionWork<T> = (tx: Tx) => Promise<T> | T

/** Sends the queries of `work` or of a savepoint. If one fails, `work` fails, even if the failure was caught. */
function openScope(root: Sql, connection: DbConnection) {
  let isOpen = true
  let failure: unknown
  const sendQuery = (query: RunningQuery): void => {
    if (!isOpen) return query.reject(new Error('the transaction has ended'))
    query.catch((error: unknown) => (failure ??= error))
    connection.execute(query)
  }
  const runWork = async <T>(work: TransactionWork<T>): Promise<T> => {
    try {
      const result = await work(withHandler(root, sendQuery, { savepoint }) as unknown as Tx)
      if (failure) throw failure
      return result
    } catch (error) {
      // after a failure, PostgreSQL refuses all further queries with this code
      throw (error as { code?: string }).code === '25P02' ? (failure ?? error) : error
    } finally {
      isOpen = false
    }
  }
  const savepoint = <T>(work: TransactionWork<T>): Promise<T> => runSavepoint(root, connection, work)
  return { run: runWork, failure: () => failure }
}

const execute = (connection: DbConnection, statement: string) => connection.sql.unsafe(statement).execute()

let savepoints = 0
async function runSavepoint<T>(root: Sql, connection: DbConnection, work: TransactionWork<T>): Promise<T> {
  const name = `s${(savepoints += 1)}`
  await execute(connection, `savepoint ${name}`)
  try {
    return await openScope(root, connection).run(work)
  } catch (error) {
    await execute(connection, `rollback to ${name}`)
    throw error
  }
}

/** Closes the connection if it does not roll back, because it would take the next queries into this transaction. */
async function rollBack(connection: DbConnection): Promise<void> {
  try {
    await execute(connection, 'rollback')
  } catch (error) {
    connection.socket.fail(error as Error)
  }
}

/** @throws the error of `work`, of its first failed query, of the commit, or the reason why the connection was lost */
export async function runTransaction<T>(root: Sql, connection: DbConnection, work: TransactionWork<T>): Promise<T> {
  const scope = openScope(root, connection)
  const loss = Promise.withResolvers<never>()
  const stopListening = connection.socket.onLoss(loss.reject)
  execute(connection, 'begin').catch((error: Error) => connection.socket.fail(error))
  try {
    // `work` may wait for something other than the database
    const result = await Promise.race([scope.run(work), loss.promise])
    const { command } = await execute(connection, 'commit')
    if (command !== 'COMMIT') throw scope.failure() ?? new Error('PostgreSQL rolled the transaction back')
    return result
  } catch (error) {
    await rollBack(connection)
    throw error
  } finally {
    stopListening()
  }
}
