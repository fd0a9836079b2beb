// Loads an examination paper from the server.
import type { Contract } from '@xinqiao/contract/http/index.ts'
import type { Output } from '@xinqiao/contract/http/row.ts'

export type Paper = Output<Contract, 'GET /testPaper/showPaper'>
