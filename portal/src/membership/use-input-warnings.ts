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
  /** The values that a warning was shown for, which may be submitted anyway; null without one. */
  const [warnedValues, setWarnedValues] = useState<string | null>(null)
  return {
    mayInsist: warnedValues !== null,
    /** Messages by field; none for values that were submitted a second time. */
    of(values: FormValues): Record<string, string> {
      const entered = Object.fromEntries(namesOf[kind].map((name) => [name, values[name]?.trim().toUpperCase() ?? '']))
      const { warnings, isNumberWrong } = checkForm(kind, entered, chinaToday())
      const messages = listWarningMessages(warnings)
      if (Object.keys(messages).length === 0 || warnedValues === joinValues(values)) return {}
      setWarnedValues(refusesWrongNumber && isNumberWrong ? null : joinValues(values))
      return messages
    },
    /** Checks again after another number was entered. */
    recheck(values: FormValues) {
      if (warnedValues !== null && warnedValues !== joinValues(values)) setWarnedValues(null)
    },
  }
}
