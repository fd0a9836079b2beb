// Rules and errors of antd form fields. Errors of the server appear at their fields, and the first one gets the focus.
import type { FormInstance } from 'antd'
import { fieldErrorsOf, useAction } from '../api/hooks.ts'

type FieldPath = (string | number)[]
/** Converts the server's `links.0.url` to antd's path. */
const toFieldPath = (field: string): FieldPath =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** Rules of a field that must be set, and of a text that must not be blank. */
export const requiredRules = (message: string) => [{ required: true, message }]
export const requiredTextRules = (message: string) => [{ required: true, whitespace: true, message }]

export function focusField(form: FormInstance, name: FieldPath | string): void {
  form.scrollToField(name, { block: 'center', focus: true })
}

/** @returns false when the failure names no field of this form; the caller must then show it */
export function showFieldErrors(form: FormInstance, error: unknown): boolean {
  const fieldErrors = Object.entries(fieldErrorsOf(error))
    .map(([field, sentence]) => ({ name: toFieldPath(field), errors: [sentence] }))
    .filter(({ name }) => form.getFieldInstance(name) || String(name[0]) in (form.getFieldsValue() as object))
  const [first] = fieldErrors
  if (!first) return false
  form.setFields(fieldErrors)
  focusField(form, first.name)
  return true
}

/** Submits a form: server errors are shown at their fields, or as a message. */
export const useFormAction = <A extends unknown[]>(form: FormInstance, act: (...args: A) => Promise<unknown>) =>
  useAction(act, (error) => showFieldErrors(form, error))

/** For `onFinishFailed`: focuses the first invalid field. */
export const focusFirstError =
  (form: FormInstance) =>
  ({ errorFields }: { errorFields: { name: FieldPath }[] }): void => {
    const [first] = errorFields
    if (first) focusField(form, first.name)
  }

/**
 * Enter accepts a typed date. It would also submit a form that is only partly filled. So it submits only if the date is
 * the only field.
 */
export function preventSubmitInDateField(event: KeyboardEvent): void {
  const field = event.target
  if (event.key !== 'Enter' || !(field instanceof HTMLInputElement) || !field.closest('.ant-picker')) return
  if ((field.form?.querySelectorAll('input, textarea').length ?? 0) > 1) event.preventDefault()
}
