// Features that join the portal and the chat, as a module.
import type { Module } from '../kit/module.ts'
import { bookingHandlers } from './booking.ts'
import { careHandlers } from './care.ts'
import { chatHandlers } from './chat.ts'
import { consentHandlers } from './consents.ts'
import { counsellorHandlers } from './counsellors.ts'
import { callDuty } from './duty.ts'
import { erasureHandlers } from './erasure.ts'
import { lexiconHandlers } from './lexicon.ts'
import { questionHandlers } from './questions.ts'

export const bridgeModule = {
  handlers: {
    ...consentHandlers,
    ...bookingHandlers,
    ...careHandlers,
    ...chatHandlers,
    ...counsellorHandlers,
    ...erasureHandlers,
    ...lexiconHandlers,
    ...questionHandlers,
  },
  jobs: [{ name: 'duty alerts', everySeconds: 5, run: callDuty }],
} satisfies Module
