// Answers of robots without a search or a model.
import { hotlineHours } from '@xinqiao/contract/crisis.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import type { SiteAnswer } from '../../../kit/site-port.ts'

/** Maximum number of questions that an account may ask within 60 seconds. The next answer says how long to wait. */
export const maxQuestionsPerMinute = 10

/** An answer before it becomes a message. */
export type RobotReply = SiteAnswer & {
  isTemplate?: true
  /** True when the question is over a limit. An earlier answer to it stays. */
  isTooFast?: true
}

export const plainReply = (text: string): RobotReply => ({ text, sources: [], links: [] })
/** The operator's own text, which may be a template. */
export const welcomeReply = (text: string): RobotReply => ({ ...plainReply(text), isTemplate: true })

/** The ways to people, which a robot shows where it cannot help. */
export const waysToPeople = [
  { label: '找咨询师', url: routes.consult },
  { label: '提问', url: routes.psychology },
] as const

/** For a text that sounds like danger: no search and no model. The help card of the conversation appears as well. */
export const createHelpReply = (isSite: boolean): RobotReply => ({
  text:
    '我是机器，帮不上这样的忙，但有人可以。您或别人正处在危险中，或有人正在伤害您，请立即拨打 110 或 120；' +
    `难受、想不开，请现在拨打心理援助热线 12356（${hotlineHours}），打不通就拨打 110 或 120。` +
    '家里有人动手，也可以拨打妇女维权热线 12338；未成年人可以拨打 12355。也请告诉身边信任的人。',
  sources: [],
  links: isSite ? waysToPeople : [],
})

/**
 * Comes before each answer for an hour after a text in danger, because the next texts may be as serious but shorter.
 * One line, so that the answer stays in view on a phone.
 */
const reminder = '我还记得您刚才的话。心理援助热线 12356，危险时请拨打 110 或 120。'

/** An answer of the site after a text in danger: help first. */
export const remindOfHelp = (reply: RobotReply): RobotReply => ({ ...reply, text: `${reminder}\n\n${reply.text}` })

/** Answer in place of the model's, for an hour after a text in danger. */
export const carefulReply = plainReply(
  `我还记得您刚才的话：心理援助热线 12356（${hotlineHours}）；打不通，或者正处在危险中，请拨打 110 或 120。` +
    '我是机器，现在不回答别的问题。',
)

export const unreadableReply = plainReply('我只能读文字。请把问题写成文字再发给我。')
const urgentHelp = '急需有人帮助时，请拨打心理援助热线 12356。'
/** @param seconds until the next question is answered */
export const createTooFastReply = (seconds: number): RobotReply => ({
  ...plainReply(`您问得有些快，我一分钟答${maxQuestionsPerMinute}个问题，请过${seconds}秒再问。${urgentHelp}`),
  isTooFast: true,
})
/** For a question behind others that have no answer yet. */
export const waitingReply = plainReply(`您问得有些快，前面的问题还没有答完，请等一等再问。${urgentHelp}`)
/** For a question over the limit of the model, which counts hours. */
export const modelUsedUpReply: RobotReply = {
  ...plainReply(`您问得有些快，这一小时的次数用完了，请过一会儿再问。${urgentHelp}`),
  isTooFast: true,
}
export const modelOffReply = plainReply('现在不能回答：本站没有开通AI模型。')
export const modelFaultMessage = '现在不能回答，请稍后再问。急需有人帮助时，请拨打心理援助热线 12356。'
/** Stored for an answer that was stopped before its first words. */
export const stoppedMessage = '（已停止）'
/** Text of an answer until the first words of the model arrive. */
export const writingMessage = '正在回答…'
