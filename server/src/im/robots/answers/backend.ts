// Robots whose backend answers: it receives the questions, signed like calls of the server API, and writes the answers.
import type { RobotQuestionCall } from '@xinqiao/contract/server-api/question.ts'
import type { StoredContent } from '@xinqiao/contract/im/messages/messages.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { postToPartner, signAppCall } from '../../../kit/network/partner-request.ts'
import { readQuestion } from '../content/answer-content.ts'
import type { RobotPort } from '../content/port.ts'
import type { AskedQuestion } from '../records/question.ts'
import { selectSigningApp } from '../records/store.ts'

function readLink(content: StoredContent): RobotQuestionCall['link'] {
  const param = 'robot' in content ? content.robot.param : undefined
  return param?.type === 'link' ? { target: param.target, params: param.params ?? '' } : null
}

function createBody({ robot, asker, msg }: AskedQuestion): RobotQuestionCall {
  const link = readLink(msg.content)
  const { isWelcome, text } = readQuestion(msg.content)
  return {
    id: msg.idServer,
    robotAccid: robot.accid,
    accid: asker.accid,
    time: msg.time,
    text: link ? '' : (text ?? ''),
    isWelcome,
    link,
  }
}

/** @returns false when the backend has not accepted the question, so that it is sent again */
export async function askBackend({ kit }: Pick<RobotPort, 'kit'>, question: AskedQuestion): Promise<boolean> {
  const { robot } = question
  if (robot.questionUrl === '') return true
  const { sql, secrets, config, log } = kit
  const app = await selectSigningApp(sql, robot.appId)
  const secret = secrets.open(Buffer.from(app.secret_sealed), sealBindings.appSecret(robot.appId))
  const { status, fault } = await postToPartner(robot.questionUrl, {
    headers: signAppCall(app.app_key, secret),
    body: JSON.stringify(createBody(question)),
    // on a developer's machine, the backend of the app may run on the same machine
    allowsLoopback: !config.isExposed,
  })
  if (status !== null && status >= 200 && status < 300) return true
  log.warn({ app: robot.appId, status, fault }, 'question to a robot not accepted by its backend')
  return false
}
