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
  useEffect(() => {
    const first =
      Object.keys(errors).length > 0 && form.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid]')
    if (first) first.focus()
  }, [errors])

  const fail = (error: unknown) => {
    if (!(error instanceof Failure)) throw error
    if (error.status === 401) {
      void endSession()
      return
    }
    const field = fieldOf[error.reason]
    const named = error.reason === 'invalid' ? knownFields(form.current, error.data) : {}
    if (field) setErrors({ [field]: error.message })
    else if (Object.keys(named).length > 0) setErrors(named)
    else setMessage(error.message)
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const values = valuesOf(event.currentTarget)
    const found = check(values)
    setErrors(found)
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

  const formProps = { ref: form, onSubmit, method: 'post', noValidate: true } as const
  return { formProps, errors, setErrors, message, setMessage, isBusy, isReady, fail }
}
export type Form = ReturnType<typeof useForm>

/** The server's field errors that this form has a field for; the others would be shown nowhere. */
function knownFields(form: HTMLFormElement | null, data: unknown): FieldErrors {
  const fields = (data as { fields?: FieldErrors } | null)?.fields ?? {}
  return Object.fromEntries(Object.entries(fields).filter(([name]) => form?.elements.namedItem(name)))
}
