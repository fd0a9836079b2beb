// Worker thread that reads one question file; parsing on the main thread would block all other requests.
import { answerParent } from '../../../kit/async/worker.ts'
import { readFile } from './read-file.ts'

await answerParent((bytes: Uint8Array) => readFile(Buffer.from(bytes)))
