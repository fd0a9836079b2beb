// Calls of the server API about robots.
import { z } from 'zod'
import { AccountName as Accid } from './server-import.ts'
import { limitedText } from './server-forms.ts'

export const robotTextLimits = { welcome: 5_000, prompt: 8_000 } as const
const texts = {
  /** The answer to a greeting: a text, or a template. */
  welcome: limitedText(robotTextLimits.welcome),
  /** Instructions of the language model; with them, the model answers. */
  prompt: limitedText(robotTextLimits.prompt),
}

/** Inputs of the calls, whose rows are in server-api.ts. */
export const robotForms = {
  create: z.strictObject({
    accid: Accid,
    name: limitedText(64).default(''),
    icon: limitedText(1_024).default(''),
    sign: limitedText(256).default(''),
    welcome: texts.welcome.default(''),
    prompt: texts.prompt.default(''),
  }),
  update: z.strictObject({ accid: Accid, welcome: texts.welcome, prompt: texts.prompt }),
}
