// Loads an examination paper from the server.
import type { Contract } from '@xinqiao/contract/http/index.ts'
import type { EndpointOutput } from '@xinqiao/contract/http/row.ts'

export type ExamPaper = EndpointOutput<Contract, 'GET /testPaper/showPaper'>
