// Query plans: how PostgreSQL executes the queries that a piece of code sends.
import { connect, type Sql } from '../src/kit/db/db.ts'

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: PlanNode[]
}
export type PlanStep = { type: string; table: string; index: string }
export type ExplainedQuery = { query: string; steps: PlanStep[]; ms: number }

const flatten = (node: PlanNode): PlanStep[] => [
  { type: node['Node Type'], table: node['Relation Name'] ?? '', index: node['Index Name'] ?? '' },
  ...(node.Plans ?? []).flatMap(flatten),
]

type QueryCall = { query: string; parameters: unknown[] }

/**
 * Runs `work`, records each query that it sends, and lets PostgreSQL explain (and execute) them with the same values.
 * @param url the address of the database
 */
export async function explainQueries(url: string, work: (sql: Sql) => Promise<unknown>): Promise<ExplainedQuery[]> {
  const queryCalls: QueryCall[] = []
  const noted = connect(url, 1, (_connection, query, parameters) => {
    if (/^\s*\(?\s*(select|with)\b/i.test(query)) queryCalls.push({ query, parameters })
  })
  const plain = connect(url, 1)
  try {
    await noted`select 1` // leaves out the driver's own query for types, which comes with the first query
    queryCalls.length = 0
    await work(noted)
    const explained: ExplainedQuery[] = []
    for (const { query, parameters } of queryCalls.splice(0)) {
      const [row] = await plain.unsafe<{ 'QUERY PLAN': { Plan: PlanNode; 'Execution Time': number }[] }[]>(
        `explain (analyze, format json) ${query}`,
        parameters as never,
      )
      const result = row?.['QUERY PLAN'][0]
      if (!result) throw new Error(`no plan for ${query}`)
      explained.push({ query, steps: flatten(result.Plan), ms: result['Execution Time'] })
    }
    return explained
  } finally {
    await noted.end()
    await plain.end()
  }
}
