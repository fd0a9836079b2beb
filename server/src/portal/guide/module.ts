// Module of the server (see modules.ts): the guide of the site, which answers in the chat.
import type { Module } from '../../kit/module.ts'
import { updateDocuments } from './documents/documents.ts'

export const guideModule = {
  jobs: [{ name: 'search words of the guide', everySeconds: 5, run: updateDocuments }],
} satisfies Module
