// Features that join the portal and the chat, as a module.
import type { Module } from '../kit/module.ts'
import { accountHandlers, staffUserHandlers } from './accounts.ts'
import { bookingHandlers } from './booking.ts'
import { careHandlers } from './care.ts'
import { chatHandlers } from './chat.ts'
import { consentHandlers } from './consents.ts'
import { counsellorHandlers } from './counsellors.ts'
import { notifyDuty, remindFollowUps } from './duty.ts'
import { erasureHandlers } from './erasure.ts'
import { lexiconHandlers } from './lexicon.ts'
import { questionHandlers, staffQuestionHandlers } from './questions.ts'

export const bridgeModule = {
  handlers: {
    ...accountHandlers,
    ...staffUserHandlers,
    ...consentHandlers,
    ...bookingHandlers,
    ...careHandlers,
    ...chatHandlers,
    ...counsellorHandlers,
    ...erasureHandlers,
    ...lexiconHandlers,
    ...questionHandlers,
    ...staffQuestionHandlers,
  },
  jobs: [
    { name: 'duty alerts', everySeconds: 5, run: notifyDuty },
    { name: 'duty follow-ups', everySeconds: 300, run: remindFollowUps },
  ],
} satisfies Module
