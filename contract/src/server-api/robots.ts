// Calls of the server API about robots.
import { z } from 'zod'
import { pictureAddress } from '../im/named-text.ts'
import { AccountName as Accid } from './import.ts'
import { findReceiverFault } from '../http/chat/apps.ts'
import { limitedText, limitedName } from './forms.ts'

export const robotTextLimits = { welcome: 5_000, prompt: 8_000 } as const
const texts = {
  /** The answer to a greeting: a text, or a template. */
  welcome: limitedText(robotTextLimits.welcome),
  /** Instructions of the language model; with them, the model answers. */
  prompt: limitedText(robotTextLimits.prompt),
  /** The backend receives the questions here; empty: it reads the history. */
  questionUrl: limitedText(500).superRefine((text, context) => {
    const fault = text === '' ? null : findReceiverFault(text)
    if (fault !== null) context.addIssue(fault)
  }),
}

/** Inputs of the calls, whose rows are in server-api.ts. */
export const robotForms = {
  create: z.strictObject({
    accid: Accid,
    name: limitedName(64).default(''),
    icon: pictureAddress('icon').default(''),
    sign: limitedText(256).default(''),
    welcome: texts.welcome.default(''),
    prompt: texts.prompt.default(''),
    questionUrl: texts.questionUrl.default(''),
  }),
  update: z.strictObject({
    accid: Accid,
    welcome: texts.welcome,
    prompt: texts.prompt,
    questionUrl: texts.questionUrl.default(''),
  }),
  answer: z.strictObject({
    accid: Accid,
    to: Accid,
    questionId: z.string().regex(/^[1-9]\d{0,14}$/, 'questionId不正确'),
    text: limitedText(robotTextLimits.welcome),
  }),
}
