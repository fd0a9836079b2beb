// Generates server/db/schema.sql (the result of the migrations, for readers) and server/db/rows.ts (column types,
// against which stores are checked). `--check` only compares them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, migrate, type Sql } from '../server/src/kit/db/db.ts'
import { startEmbeddedPostgres } from '../server/src/kit/db/postgres/embedded.ts'

type SchemaColumn = {
  table: string
  kind: 'r' | 'v'
  name: string
  type: string
  required: boolean
  default: string | null
  made: string
}

const readColumns = (sql: Sql) => sql<SchemaColumn[]>`
  select c.relname as table, c.relkind as kind, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as default,
    case when a.attidentity <> '' then 'identity' when a.attgenerated <> '' then 'generated' else '' end as made
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') order by c.relname, a.attnum`

const readText = async (sql: Sql, query: string) => (await sql.unsafe<{ text: string }[]>(query)).map((row) => row.text)

function describeColumn({ name, type, required, default: value, made }: SchemaColumn): string {
  const rest =
    made === 'identity'
      ? ' generated as identity'
      : made === 'generated'
        ? ` generated as (${value}) stored`
        : value
          ? ` default ${value}`
          : ''
  return `  ${name} ${type}${required ? ' not null' : ''}${rest}`
}

async function describeSchema(sql: Sql): Promise<string> {
  const columns = await readColumns(sql)
  const tables = [...new Set(columns.filter((column) => column.kind === 'r').map((column) => column.table))]
  const parts = ['-- Schema after all migrations. Written by `npm run schema`; a test compares it with them.']
  for (const table of tables) {
    const lines = columns.filter((column) => column.table === table).map(describeColumn)
    const constraints = await readText(
      sql,
      `select '  constraint ' || conname || ' ' || pg_get_constraintdef(oid) as text from pg_constraint
       where conrelid = '${table}'::regclass and contype <> 'n' order by contype desc, conname`,
    )
    parts.push(`create table ${table} (\n${[...lines, ...constraints].join(',\n')}\n);`)
    const indexes = await readText(
      sql,
      `select indexdef || ';' as text from pg_indexes where schemaname = 'public' and tablename = '${table}'
       and indexname not in (select conname from pg_constraint) order by indexname`,
    )
    const triggers = await readText(
      sql,
      `select pg_get_triggerdef(oid) || ';' as text from pg_trigger where tgrelid = '${table}'::regclass and not tgisinternal order by tgname`,
    )
    if (indexes.length + triggers.length > 0) parts.push([...indexes, ...triggers].join('\n'))
  }
  const views = await readText(
    sql,
    `select 'create view ' || viewname || ' as' || chr(10) || definition as text from pg_views where schemaname = 'public' order by viewname`,
  )
  const functions = await readText(
    sql,
    `select pg_get_functiondef(p.oid) || ';' as text from pg_proc p where pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by proname`,
  )
  return `${[...parts, ...views, ...functions].join('\n\n')}\n`
}

const scalar: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  text: 'string',
  date: 'string',
  'double precision': 'number',
  int8range: 'string',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  jsonb: 'unknown',
  'timestamp with time zone': 'Date',
}

function toType(type: string): string {
  const isList = type.endsWith('[]')
  const scalarType = scalar[isList ? type.slice(0, -2) : type]
  if (!scalarType) throw new Error(`tools/schema.ts does not know the type ${type}`)
  return isList ? `${scalarType}[]` : scalarType
}

/**
 * PostgreSQL reports columns of a view as nullable. These views select plain columns, so the constraint of the table
 * counts.
 */
function isRequired(column: SchemaColumn, columns: readonly SchemaColumn[]): boolean {
  return (
    column.required ||
    (column.kind === 'v' &&
      columns.some(
        (other) =>
          other.kind === 'r' && other.name === column.name && other.required && column.table.endsWith(other.table),
      ))
  )
}

async function describeRows(sql: Sql): Promise<string> {
  const columns = await readColumns(sql)
  const tables = [...new Set(columns.map((column) => column.table))]
  const types = tables.map((table) => {
    const lines = columns
      .filter((column) => column.table === table)
      .map(
        (column) =>
          `    ${column.name}: ${toType(column.type)}${isRequired(column, columns) || column.type === 'jsonb' ? '' : ' | null'}`,
      )
    return `  ${table}: {\n${lines.join('\n')}\n  }`
  })
  return `// The columns of the database as types. Written by \`npm run schema\`; a test compares it with the migrations.\n\nexport type Rows = {\n${types.join('\n')}\n}\n`
}

const folder = path.resolve(import.meta.dirname, '../server/db')
const files = { schema: path.join(folder, 'schema.sql'), rows: path.join(folder, 'rows.ts') }

/** @returns the names of the files that differ from the migrations */
export async function compareSchema(sql: Sql): Promise<string[]> {
  const isDifferent = (file: string, text: string) => readFileSync(file, 'utf8') !== text
  const pairs: [string, string][] = [
    [files.schema, await describeSchema(sql)],
    [files.rows, await describeRows(sql)],
  ]
  return pairs.filter(([file, text]) => isDifferent(file, text)).map(([file]) => path.basename(file))
}

if (process.argv[1] === import.meta.filename) {
  const workFolder = mkdtempSync(path.join(tmpdir(), 'xinqiao-schema-'))
  const server = await startEmbeddedPostgres(path.join(workFolder, 'pg'), { settings: { fsync: 'off' } })
  const sql = connect(server.url, 1)
  await migrate(sql)
  writeFileSync(files.schema, await describeSchema(sql))
  writeFileSync(files.rows, await describeRows(sql))
  await sql.end()
  await server.stop()
  rmSync(workFolder, { recursive: true, force: true })
}
