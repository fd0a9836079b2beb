// Reads one question file, in a thread of its own: XML of packages and long texts would block all other requests.
import { answerParent } from '../../../kit/worker.ts'
import { readFile } from './read-file.ts'

await answerParent((bytes: Uint8Array) => readFile(Buffer.from(bytes)))
