// What all forms share: checking, sending once, placing errors at their fields, focus on the first of them.
// The inputs stay uncontrolled, so what was typed before the script came, or before a failure, is never lost.
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type ErrorName, Failure, type FieldErrors } from '@xinqiao/contract/errors.ts'
import { endSession } from '../accounts/leaving.ts'

export type Values = Record<string, string>

type FormRules = {
  /** Sentences for the fields that are not in order. */
  check: (values: Values) => FieldErrors
  send: (values: Values) => Promise<void>
  /** Failures that concern one field. */
  fieldOf?: Partial<Record<ErrorName, string>>
}

export const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']))

/** @returns the fields that are empty, each with its sentence */
export const requireFields = (values: Values, sentences: Record<string, string>): FieldErrors =>
  Object.fromEntries(Object.entries(sentences).filter(([name]) => !values[name]?.trim()))

/** True once the screen has been taken over: before that a press would be lost. */
export const useReady = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )

export function useForm({ check, send, fieldOf = {} }: FormRules) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [message, setMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // until the script is there the button is off, since the browser's own sending would lead nowhere
  const isReady = useReady()
  // only what was refused draws the focus: errors that go while somebody types leave it where it is
  const [refused, setRefused] = useState<FieldErrors>({})
  useEffect(() => {
    const first =
      Object.keys(refused).length > 0 && form.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid]')
    if (first) first.focus()
  }, [refused])
  /** Puts sentences at their fields, and the focus into the first of these. */
  const refuse = (found: FieldErrors) => {
    setErrors(found)
    setRefused(found)
  }
  /** A field that is being mended has been told enough; a picker beside it, which is not sent, says whose it is. */
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const { dataset, name } = target as HTMLInputElement
    clear(dataset['field'] ?? name)
  }
  const clear = (name: string) =>
    setErrors((before) => {
      if (!before[name]) return before
      const { [name]: _mended, ...others } = before
      return others
    })

  const fail = (error: unknown) => {
    if (!(error instanceof Failure)) throw error
    if (error.status === 401) {
      void endSession()
      return
    }
    const field = fieldOf[error.reason]
    const named = error.reason === 'invalid' ? knownFields(form.current, error.data) : {}
    if (field) refuse({ [field]: error.message })
    else if (Object.keys(named).length > 0) refuse(named)
    else setMessage(error.message)
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const values = valuesOf(event.currentTarget)
    const found = check(values)
    refuse(found)
    setMessage(null)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await send(values)
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }

  const formProps = { ref: form, onSubmit, onInput, method: 'post', noValidate: true } as const
  return { formProps, errors, refuse, setErrors, clear, message, setMessage, isBusy, isReady, fail }
}
export type Form = ReturnType<typeof useForm>

/** The server's field errors that this form has a field for; the others would be shown nowhere. */
function knownFields(form: HTMLFormElement | null, data: unknown): FieldErrors {
  const fields = (data as { fields?: FieldErrors } | null)?.fields ?? {}
  return Object.fromEntries(Object.entries(fields).filter(([name]) => form?.elements.namedItem(name)))
}
