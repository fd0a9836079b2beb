// Examination benchmark: 500 examinees request the time every second and save an answer every ten seconds. The server
// is then killed and restarted: every acknowledged answer must exist. The reference is a server with a constant reply.
import { Agent, request } from 'node:http'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { createChatPeople } from '../server/db/fixtures/chat-people.ts'
import { createExamPaper, createOpenExam, createQuestions } from '../server/db/fixtures/exam.ts'
import { connect, migrate, transaction, type Sql } from '../server/src/kit/db/db.ts'
import { serverSettings, startEmbeddedPostgres } from '../server/src/kit/db/postgres/embedded.ts'
import { ownCpuMs, readTreeCpuMs } from './kit/cpu.ts'
import { quantile } from './kit/load.ts'
import { judge, printNote, printTable, formatNumber } from './kit/report.ts'
import { freePort, scratchFolder, startProgram } from './kit/site.ts'

const examinees = 500
const questions = 50
const seconds = 20

const agent = new Agent({ keepAlive: true, maxSockets: examinees * 2 })

/** @returns the status; 0 without a reply */
function sendRequest(url: string, token: string, body?: object): Promise<number> {
  return new Promise((resolve) => {
    const text = body && JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    const sent = request(url, { method: text ? 'POST' : 'GET', headers, agent }, (reply) => {
      reply.on('end', () => resolve(reply.statusCode ?? 0)).resume()
      reply.on('error', () => resolve(0))
    })
    sent.on('error', () => resolve(0))
    sent.end(text)
  })
}

type Examinee = { token: string; acknowledged: Map<number, string> }
type ExamMeasurements = { polls: number[]; saves: number[]; failures: number }

/** Runs all examinees at a fixed rate that does not depend on the replies, spread over the second. */
async function measureExam(
  url: string,
  testId: number,
  people: readonly Examinee[],
  forSeconds: number,
): Promise<ExamMeasurements> {
  const figures: ExamMeasurements = { polls: [], saves: [], failures: 0 }
  const began = performance.now()
  const sitExam = async (person: Examinee, i: number) => {
    const pending: Promise<void>[] = []
    for (let turn = 0; turn < forSeconds; turn++) {
      const due = began + turn * 1000 + (i * 1000) / examinees
      await wait(Math.max(0, due - performance.now()))
      const poll = async () => {
        const status = await sendRequest(`${url}/prod-api/testManage/judgeTime?testId=${testId}`, person.token)
        if (status === 200) figures.polls.push(performance.now() - due)
        else figures.failures += 1
      }
      pending.push(poll())
      if ((turn + i) % 10 > 0) continue
      const num = 1 + ((turn * 7 + i) % questions)
      const answer = 'ABCD'[(turn + i) % 4]!
      const saveAnswer = async () => {
        const status = await sendRequest(`${url}/prod-api/testUser/answer`, person.token, {
          testId,
          answer: [{ num: `${num}`, answer }],
        })
        if (status === 200) {
          person.acknowledged.set(num, answer)
          figures.saves.push(performance.now() - due)
        } else figures.failures += 1
      }
      pending.push(saveAnswer())
    }
    await Promise.all(pending)
  }
  await Promise.all(people.map(sitExam))
  figures.polls.sort((a, b) => a - b)
  figures.saves.sort((a, b) => a - b)
  return figures
}

async function createStage(sql: Sql): Promise<number> {
  return transaction(sql, async (tx) => {
    const bankQuestions = await createQuestions(
      tx,
      Array.from({ length: questions }, (_, i) => ({
        subject: '压力测试',
        kind: 0 as const,
        difficulty: 2,
        content: `第${i + 1}题：下列说法中，正确的一项是哪一项？`,
        options: ['甲', '乙', '丙', '丁'],
        fixed_options: '',
        answer: 'B',
        explanation: '',
      })),
      null,
    )
    const paper = await createExamPaper(
      tx,
      { name: '压力测试卷', items: bankQuestions.map(({ versionId }) => ({ versionId, score: 2 })) },
      null,
    )
    const now = Date.now()
    return createOpenExam(
      tx,
      {
        name: '压力测试',
        paper_id: paper,
        start_at: new Date(now - 60_000),
        end_at: new Date(now + 3_600_000),
        duration_minutes: 60,
        // no shuffling, so that the stored answers equal the sent ones
        shuffle_options: false,
      },
      { everyone: true },
      null,
    )
  })
}

async function countLost(sql: Sql, people: readonly (Examinee & { accountId: number })[]): Promise<number> {
  const rows = await sql<{ account_id: number; num: number; answer: string }[]>`
    select account_id, num, answer from exam_answer join exam_attempt on exam_attempt.id = attempt_id`
  const storedAnswers = new Map(rows.map((row) => [`${row.account_id} ${row.num}`, row.answer]))
  return people.reduce((lost, { accountId, acknowledged }) => {
    for (const [num, answer] of acknowledged) if (storedAnswers.get(`${accountId} ${num}`) !== answer) lost += 1
    return lost
  }, 0)
}

async function measureBare(): Promise<ExamMeasurements> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const code = `require('node:http').createServer((q,s)=>{q.resume();s.setHeader('content-type','application/json');s.end('{"code":200,"msg":"","data":1800}')}).listen(${port},'127.0.0.1')`
  const bare = await startProgram(process.execPath, ['-e', code], url)
  try {
    const people = Array.from({ length: examinees }, () => ({ token: 'none', acknowledged: new Map() }))
    return await measureExam(url, 1, people, 10)
  } finally {
    await bare.stop('SIGKILL')
  }
}

export async function run(): Promise<void> {
  const folder = scratchFolder('exam')
  const postgres = await startEmbeddedPostgres(path.join(folder, 'pg'), { settings: serverSettings })
  const sql = connect(postgres.socketUrl, 4)
  await migrate(sql)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startNode = () =>
    startProgram(process.execPath, ['server/test/im-node.ts'], `${url}/readyz`, {
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: `${port}`,
      DATA_DIR: folder,
      DATABASE_URL: postgres.socketUrl,
      SEED: 'demo',
    })
  let server = await startNode()
  try {
    const crowd = await createChatPeople(sql, examinees)
    const owners = await sql<{ id: number; account_id: number }[]>`select id, account_id from im_account`
    const accountOf = new Map(owners.map((row) => [row.id, row.account_id]))
    const people = crowd.map(({ id, token }) => ({
      token,
      accountId: accountOf.get(id) ?? 0,
      acknowledged: new Map<number, string>(),
    }))
    const testId = await createStage(sql)
    const [paper] = await sql<{ paper_id: number }[]>`select paper_id from exam where id = ${testId}`
    // all examinees open their paper at the same moment
    const opening = performance.now()
    const opened = await Promise.all(
      people.map(({ token }) =>
        sendRequest(`${url}/prod-api/testPaper/showPaper?paperId=${paper!.paper_id}&testId=${testId}`, token),
      ),
    )
    const openMs = performance.now() - opening
    if (opened.some((status) => status !== 200)) throw new Error('not everybody could open the paper')
    await measureExam(url, testId, people, 5)
    const before = { server: ownCpuMs(server.pid), database: readTreeCpuMs(postgres.pid), at: performance.now() }
    const figures = await measureExam(url, testId, people, seconds)
    const elapsed = performance.now() - before.at
    const cores = (ownCpuMs(server.pid) - before.server) / elapsed
    const database = (readTreeCpuMs(postgres.pid) - before.database) / elapsed

    // killed with requests in flight, then restarted
    const during = measureExam(url, testId, people, 12)
    await wait(5_000)
    await server.stop('SIGKILL')
    const down = performance.now()
    server = await startNode()
    const downMs = performance.now() - down
    const broken = await during
    await measureExam(url, testId, people, 3)
    const lost = await countLost(sql, people)
    const acknowledged = people.reduce((sum, person) => sum + person.acknowledged.size, 0)
    const bare = await measureBare()

    const p99 = Math.max(quantile(figures.polls, 0.99), quantile(figures.saves, 0.99))
    const quick = judge(
      'exam',
      `p99 ${formatNumber(p99)} ms, ${figures.failures} failures, target < 50 ms and none`,
      p99 < 50 && figures.failures === 0,
    )
    const light = judge('exam', `${formatNumber(cores)} cores, target < 1`, cores < 1)
    const safe = judge(
      'exam',
      `${lost} of ${acknowledged} acknowledged answers lost, target none`,
      lost === 0 && acknowledged > 0,
    )
    printTable(
      ['', 'measured', 'target', '', 'bare server'],
      [
        [
          'time asked, 500 a second: median',
          `${formatNumber(quantile(figures.polls, 0.5))} ms`,
          '',
          '',
          `${formatNumber(quantile(bare.polls, 0.5))} ms`,
        ],
        [
          '  p99',
          `${formatNumber(quantile(figures.polls, 0.99))} ms`,
          '< 50 ms',
          quick,
          `${formatNumber(quantile(bare.polls, 0.99))} ms`,
        ],
        ['answers saved, 50 a second: median', `${formatNumber(quantile(figures.saves, 0.5))} ms`, '', '', ''],
        ['  p99', `${formatNumber(quantile(figures.saves, 0.99))} ms`, '< 50 ms', quick, ''],
        ['CPU of the server', `${formatNumber(cores)} cores`, '< 1', light, ''],
        [
          'CPU of the server for one request',
          `${formatNumber((cores * elapsed * 1000) / (figures.polls.length + figures.saves.length))} µs`,
          '',
          '',
          '',
        ],
        ['CPU of the database', `${formatNumber(database)} cores`, '', '', ''],
        ['500 papers opened at once', `${formatNumber(openMs / 1000)} s`, '', '', ''],
        ['answers lost by a kill in the middle', `${lost} of ${acknowledged}`, '0', safe, ''],
      ],
    )
    printNote(
      `by the clock, from when each was due; killed with SIGKILL, back after ${formatNumber(downMs / 1000)} s, ${broken.failures} requests unanswered meanwhile (the screen sends its answers again)`,
    )
  } finally {
    agent.destroy()
    await server.stop('SIGKILL')
    await sql.end()
    await postgres.stop()
  }
}
