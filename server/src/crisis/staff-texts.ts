// Texts that staff send to many people. One that sounds like danger needs a confirmation.
import { fail } from '@xinqiao/contract/errors.ts'
import { detectCrisis } from './detect.ts'

/** @throws Failure soundsDangerous unless the sender has confirmed the text */
export function requireConfirmedText(text: string, isConfirmed: boolean): void {
  if (!isConfirmed && detectCrisis(text) !== null) throw fail('soundsDangerous')
}
