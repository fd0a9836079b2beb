// Puts the server's field-by-field sentences at antd form fields and moves the focus to the first of them.
import type { FormInstance } from 'antd'
import { fieldErrorsOf, useAction } from './calls.ts'

type Name = (string | number)[]
/** `links.0.url` as the server writes it, as antd addresses it. */
const nameOf = (field: string): Name => field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

export function focusField(form: FormInstance, name: Name | string): void {
  form.scrollToField(name, { block: 'center', focus: true })
}

/** @returns false when the failure names no field of this form, so that the caller shows it otherwise */
export function showFieldErrors(form: FormInstance, error: unknown): boolean {
  const known = Object.entries(fieldErrorsOf(error))
    .map(([field, sentence]) => ({ name: nameOf(field), errors: [sentence] }))
    .filter(({ name }) => form.getFieldInstance(name) || String(name[0]) in (form.getFieldsValue() as object))
  const [first] = known
  if (!first) return false
  form.setFields(known)
  focusField(form, first.name)
  return true
}

/** What a form does when it is sent: the server's sentences stand at their fields, or are said aloud. */
export const useFormAction = <A extends unknown[]>(form: FormInstance, act: (...args: A) => Promise<unknown>) =>
  useAction(act, (error) => showFieldErrors(form, error))

/** For `onFinishFailed`: the focus goes to the first field that antd itself refused. */
export const focusFirstError =
  (form: FormInstance) =>
  ({ errorFields }: { errorFields: { name: Name }[] }): void => {
    const [first] = errorFields
    if (first) focusField(form, first.name)
  }

/**
 * Enter takes the date that was typed; it sends the form only where the date is all there is to it. The browser would
 * send a form that is half filled in.
 */
export function takeDateOnly(event: KeyboardEvent): void {
  const field = event.target
  if (event.key !== 'Enter' || !(field instanceof HTMLInputElement) || !field.closest('.ant-picker')) return
  if ((field.form?.querySelectorAll('input, textarea').length ?? 0) > 1) event.preventDefault()
}
