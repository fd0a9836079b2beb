// Warnings about implausible numbers in an application: shown once at the field; submitting the same value again
// confirms it.
import { useState } from 'react'
import { checkForm, listWarningMessages } from '@xinqiao/contract/application-checks.ts'
import type { MemberKind } from '@xinqiao/contract/membership.ts'
import { chinaToday } from '../frame/format-time.ts'
import type { FormValues } from '../forms/use-form.ts'

const namesOf = { individual: ['idCard', 'gender'], unit: ['creditCode'] } as const

export function useInputWarnings(kind: MemberKind, refusesWrongNumber: boolean) {
  const joinValues = (values: FormValues) => namesOf[kind].map((name) => values[name]?.trim() ?? '').join(' ')
  /** Warned values that may be submitted anyway. */
  const [shownMessage, setShownMessage] = useState<string | null>(null)
  return {
    mayInsist: shownMessage !== null,
    of(values: FormValues): Record<string, string> {
      const entered = Object.fromEntries(namesOf[kind].map((name) => [name, values[name]?.trim().toUpperCase() ?? '']))
      const { warnings, isNumberWrong } = checkForm(kind, entered, chinaToday())
      const doubts = listWarningMessages(warnings)
      if (Object.keys(doubts).length === 0 || shownMessage === joinValues(values)) return {}
      setShownMessage(refusesWrongNumber && isNumberWrong ? null : joinValues(values))
      return doubts
    },
    /** Checks again after another number was entered. */
    look(values: FormValues) {
      if (shownMessage !== null && shownMessage !== joinValues(values)) setShownMessage(null)
    },
  }
}
