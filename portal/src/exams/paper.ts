// Loads an examination paper from the server.
import type { Contract } from '@xinqiao/contract/http/index.ts'
import type { EndpointOutput } from '@xinqiao/contract/http/endpoint.ts'

export type ExamPaper = EndpointOutput<Contract, 'GET /testPaper/showPaper'>
