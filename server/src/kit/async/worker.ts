// Parses untrusted files in a worker thread, with limits on memory, time and concurrency.
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { fail, Failure, type ErrorName } from '@xinqiao/contract/errors.ts'

type WorkerReply = { result: unknown } | { failure: { reason: ErrorName; message: string } }

type WorkerLimits = {
  maxHeapMb: number
  maxMs: number
  /** Threads per process. Each may use its whole memory for its whole time. */
  maxConcurrency: number
  /** The error when the thread exceeds a limit, or fails without an error of its own. */
  refusalReason: ErrorName
}

/**
 * @param module a file that calls `answerParent`
 * @returns a function that parses in a new thread
 * @throws Failure that of the module, `refusalReason`, or tooManyRequests
 */
export function createParser<Output>(
  module: URL,
  { maxHeapMb, maxMs, maxConcurrency, refusalReason }: WorkerLimits,
): (input: unknown) => Promise<Output> {
  let running = 0

  const runWorker = (input: unknown): Promise<Output> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(module, { workerData: input, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } })
      const timer = setTimeout(() => void worker.terminate(), maxMs)
      worker.once('message', (answer: WorkerReply) => {
        if ('result' in answer) resolve(answer.result as Output)
        else reject(fail(answer.failure.reason, answer.failure.message))
      })
      worker.once('error', () => reject(fail(refusalReason)))
      worker.once('exit', () => {
        clearTimeout(timer)
        reject(fail(refusalReason)) // has no effect after a message
      })
    })

  return async (input) => {
    if (running >= maxConcurrency) throw fail('tooManyRequests', '正在处理其他人导入的文件，请稍后再试')
    running += 1
    try {
      return await runWorker(input)
    } finally {
      running -= 1
    }
  }
}

/** Runs in the thread: sends the result of `work` to the parent, or the Failure that it throws. */
export async function answerParent(work: (input: never) => Promise<unknown>): Promise<void> {
  try {
    parentPort?.postMessage({ result: await work(workerData as never) } satisfies WorkerReply)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    parentPort?.postMessage({ failure: { reason: error.reason, message: error.message } } satisfies WorkerReply)
  }
}
