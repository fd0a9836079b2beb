// Steps of tests with replies and threads, as pages take them.
import type { NimMessage } from '../src/nim/present/messages.ts'
import { sendText, textsOf, waitForDone, type Page } from './page.ts'

type ThreadPage = { msgs: NimMessage[]; threadMsg: NimMessage | null; total: number; timetag: number }

/** Sends a text as a reply to this message of the same conversation. */
export const reply = (page: Page, replyMsg: NimMessage, text: string) => {
  const { scene, target } = replyMsg
  // `target` is the conversation from the view of the page that holds the message
  const to = scene === 'p2p' && target === page.accid ? replyMsg.from : target
  return sendText(page, to, text, { scene, replyMsg })
}
/** Reads a page of the thread that begins with this message. */
export const getThread = ({ nim }: Page, { scene, from, to, time, idServer }: NimMessage, query: object = {}) =>
  waitForDone<ThreadPage>((done) => {
    const first = { scene, threadMsgFromAccount: from, threadMsgToAccount: to, threadMsgTime: time }
    nim.getThreadMsgs({ ...first, threadMsgIdServer: idServer!, ...query, done })
  })
/** First message, replies and their number, in a form that tests compare. */
export const readThread = async (page: Page, first: NimMessage, query: object = {}) => {
  const { threadMsg, msgs, total } = await getThread(page, first, query)
  return { first: threadMsg?.text ?? null, replies: textsOf(msgs), total }
}
