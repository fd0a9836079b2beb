// Shared form logic: validation, one submission at a time, errors at their fields, focus on the first of them. Inputs
// are uncontrolled, so that no input is lost before hydration or after a failure.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type ErrorName, Failure, type FieldErrors } from '@xinqiao/contract/errors.ts'
import { useHydrated } from '@xinqiao/ui/use-hydrated.ts'
import { signOutIfExpired } from '../session/request-failures.ts'

export type FormValues = Record<string, string>

type FormRules = {
  /** Messages of invalid fields. */
  check: (values: FormValues) => FieldErrors
  send: (values: FormValues) => Promise<void>
  /** Failures that belong to one field. */
  fieldOf?: Partial<Record<ErrorName, string>>
}

export const readFormValues = (form: HTMLFormElement): FormValues =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']))

/** @returns the empty fields, each with its message */
export const findEmptyFields = (values: FormValues, messages: Record<string, string>): FieldErrors =>
  Object.fromEntries(Object.entries(messages).filter(([name]) => !values[name]?.trim()))

export function useForm({ check, send, fieldOf = {} }: FormRules) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [message, setMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // the button is disabled until hydration, because a native submit leads nowhere
  const isReady = useHydrated()
  // only a refusal moves the focus; clearing errors during typing does not
  const [refusedFields, setRefusedFields] = useState<FieldErrors>({})
  useEffect(() => {
    const first =
      Object.keys(refusedFields).length > 0 &&
      form.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid]')
    if (first) first.focus()
  }, [refusedFields])
  /** Shows messages at their fields, and focuses the first of them. */
  const showFieldErrors = (fieldErrors: FieldErrors) => {
    setErrors(fieldErrors)
    setRefusedFields(fieldErrors)
  }
  /** Clears the error of a field while it is edited; a picker without a name points to its field. */
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

  const showFailure = (error: unknown) => {
    if (!(error instanceof Failure)) throw error
    if (signOutIfExpired(error)) return
    const field = fieldOf[error.reason]
    const fieldErrors = error.reason === 'invalid' ? selectKnownFields(form.current, error.data) : {}
    if (field) showFieldErrors({ [field]: error.message })
    else if (Object.keys(fieldErrors).length > 0) showFieldErrors(fieldErrors)
    else setMessage(error.message)
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const values = readFormValues(event.currentTarget)
    const fieldErrors = check(values)
    showFieldErrors(fieldErrors)
    setMessage(null)
    if (Object.keys(fieldErrors).length > 0) return
    setBusy(true)
    try {
      await send(values)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const formProps = { ref: form, onSubmit, onInput, method: 'post', noValidate: true } as const
  return {
    formProps,
    errors,
    showFieldErrors,
    setErrors,
    clear,
    message,
    setMessage,
    isBusy,
    isReady,
    showFailure,
  }
}
export type FormState = ReturnType<typeof useForm>

/** The server's field errors that belong to fields of this form; others could not be shown. */
function selectKnownFields(form: HTMLFormElement | null, data: unknown): FieldErrors {
  const fields = (data as { fields?: FieldErrors } | null)?.fields ?? {}
  return Object.fromEntries(Object.entries(fields).filter(([name]) => form?.elements.namedItem(name)))
}
