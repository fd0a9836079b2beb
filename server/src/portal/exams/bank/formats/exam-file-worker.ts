// Worker thread that reads one question file, because parsing on the main thread would block all other requests.
import { answerParent } from '../../../../kit/async/worker.ts'
import { readExamFile } from './read-file.ts'

await answerParent((bytes: Uint8Array) => readExamFile(Buffer.from(bytes)))
