// Tests that each due job runs once, on one node, and again after it failed or its node died.
import { expect, inject, test } from 'vitest'
import { openProxy } from '../../test/stand-ins/proxy.ts'
import { useTestServer } from '../../test/test-server.ts'
import { connect, type Sql } from './db/db.ts'
import { createJobRunner, type Job } from './jobs.ts'

const server = useTestServer({}, { nodeCount: 2 })

async function withConnections<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const [row] = await server().kit.sql<{ name: string }[]>`select current_database() as name`
  const sql = connect(inject('postgresUrl').replace(/\/postgres$/, `/${row?.name}`), 4)
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
const createRunner = (sql: Sql, job: Job) => createJobRunner(server().kit, sql, [job])
const markJobDue = (name: string) => server().kit.sql`update job set due_at = now() where name = ${name}`
const rowOf = async (name: string) => (await server().kit.sql`select * from job where name = ${name}`)[0]

test('runs a job when it is due, and not again before its time', () =>
  withConnections(async (sql) => {
    let runs = 0
    const runner = createRunner(sql, { name: 'hourly', everySeconds: 3600, run: () => Promise.resolve((runs += 1)) })
    expect(await runner.runDue()).toEqual(['hourly'])
    expect(await runner.runDue()).toEqual([])
    await markJobDue('hourly')
    expect(await runner.runDue()).toEqual(['hourly'])
    expect(runs).toBe(2)
  }))

test('shortens the interval of a job by JOB_SPEED, down to a second', () =>
  withConnections(async (sql) => {
    const { kit } = server()
    const faster = { ...kit, config: { ...kit.config, JOB_SPEED: 60 } }
    const run = () => Promise.resolve()
    const jobs = [3600, 30].map((everySeconds) => ({ name: `every ${everySeconds}`, everySeconds, run }))
    await createJobRunner(faster, sql, jobs).runDue()
    const waitOf = async (name: string) => {
      const { due_at: dueAt, ended_at: endedAt } = (await rowOf(name)) as { due_at: Date; ended_at: Date }
      return (dueAt.getTime() - endedAt.getTime()) / 1000
    }
    expect(await waitOf('every 3600')).toBeCloseTo(60, 1)
    expect(await waitOf('every 30')).toBeCloseTo(1, 1)
  }))

test('runs a job on one node at a time', () =>
  withConnections(async (sql) => {
    let release = () => {}
    let reportBegin = () => {}
    const jobEnd = new Promise<void>((resolve) => (release = resolve))
    const jobStart = new Promise<void>((resolve) => (reportBegin = resolve))
    const job = {
      name: 'long',
      everySeconds: 3600,
      run: () => {
        reportBegin()
        return jobEnd
      },
    }
    const first = createRunner(sql, job).runDue()
    await jobStart
    expect(await createRunner(sql, { ...job, run: () => Promise.reject(new Error('twice')) }).runDue()).toEqual([])
    release()
    expect(await first).toEqual(['long'])
    expect((await rowOf('long'))?.failure).toBe(null)
  }))

test('records and logs a failure, and runs the job again', () =>
  withConnections(async (sql) => {
    const job = { name: 'failing', everySeconds: 3600, run: () => Promise.reject(new Error('no such bill')) }
    expect(await createRunner(sql, job).runDue()).toEqual(['failing'])
    expect((await rowOf('failing'))?.failure).toBe('no such bill')
    expect(server().logs.some((line) => line.includes('job failed') && line.includes('no such bill'))).toBe(true)
    await markJobDue('failing')
    expect(await createRunner(sql, { ...job, run: () => Promise.resolve() }).runDue()).toEqual(['failing'])
    expect((await rowOf('failing'))?.failure).toBe(null)
  }))

test('leaves the job of a node that dies due', async () => {
  let reportBegin = () => {}
  const jobStart = new Promise<void>((resolve) => (reportBegin = resolve))
  const [row] = await server().kit.sql<{ name: string }[]>`select current_database() as name`
  const dying = connect(inject('postgresUrl').replace(/\/postgres$/, `/${row?.name}`), 1)
  const never = new Promise<void>(() => {})
  const run = () => {
    reportBegin()
    return never
  }
  void createRunner(dying, { name: 'cut short', everySeconds: 3600, run }).runDue()
  await jobStart
  await dying.end({ timeout: 0 })
  await withConnections(async (sql) => {
    const again = createRunner(sql, { name: 'cut short', everySeconds: 3600, run: () => Promise.resolve() })
    await expect.poll(() => again.runDue()).toEqual(['cut short'])
  })
})

test('runs due jobs periodically, and waits for running ones when it stops', () =>
  withConnections(async (sql) => {
    let ended = false
    let reportBegin = () => {}
    const jobStart = new Promise<void>((resolve) => (reportBegin = resolve))
    const runner = createRunner(sql, {
      name: 'automatic',
      everySeconds: 3600,
      run: async () => {
        reportBegin()
        await server().kit.sql`select 1`
        ended = true
      },
    })
    runner.start()
    await jobStart
    await runner.stop()
    expect(ended).toBe(true)
  }))

test('runs a job again whose connection went silent while it ran', async () => {
  const proxy = await openProxy(inject('postgresUrl'))
  const [row] = await server().kit.sql<{ name: string }[]>`select current_database() as name`
  const direct = inject('postgresUrl').replace(/\/postgres$/, `/${row?.name}`)
  const url = direct.replace(/127\.0\.0\.1:\d+/, new URL(proxy.url).host)
  const sql = connect(url, 2, undefined, { silenceMs: 150 })
  let runs = 0
  const job = {
    name: 'silenced',
    everySeconds: 3600,
    run: () => {
      runs += 1
      if (runs === 1) proxy.freeze()
      return Promise.resolve()
    },
  }
  const runner = createJobRunner(server().kit, sql, [job])
  try {
    const first = runner.runDue()
    await expect.poll(() => runner.findStuck(100)).toBe('silenced')
    expect(await first).toEqual([])
    await expect.poll(() => runner.runDue(), { timeout: 20_000 }).toEqual(['silenced'])
    expect(runs).toBe(2)
    expect(runner.findStuck(0)).toBeNull()
  } finally {
    await sql.end({ timeout: 1 })
    await proxy.close()
  }
})
