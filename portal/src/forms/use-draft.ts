// Form drafts: fields keep their text until it was sent.
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { saveDraft, subscribeToDrafts, readDraft } from './draft-storage.ts'
import { type FormValues, readFormValues } from './use-form.ts'

/** Text of a draft and its setter. It is empty before hydration, because the server has no drafts. */
export function useDraft(draftName: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(
    subscribeToDrafts,
    () => readDraft(draftName),
    () => '',
  )
  return [text, useCallback((value: string) => saveDraft(draftName, value), [draftName])]
}

function fillForm(form: HTMLFormElement, values: FormValues): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === 'on'
    else if ((field instanceof HTMLInputElement && field.type !== 'hidden') || field instanceof HTMLTextAreaElement) {
      field.value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}

/**
 * Stores these fields of a form while the user types.
 * @param onRestore receives values without a field, such as tags chosen by buttons
 * @returns `isBack` when a draft was restored, and a function that discards it
 */
export function useFormDraft(
  draftName: string,
  form: RefObject<HTMLFormElement | null>,
  names: readonly string[],
  onRestore?: (values: FormValues) => void,
) {
  // such a form is opened by a press, so it is never rendered on the server
  const [isBack, setBack] = useState(() => readDraft(draftName) !== '')
  const rules = useRef({ names, onRestore })
  useEffect(() => {
    const element = form.current
    const draft = readDraft(draftName)
    if (!element) return
    if (draft !== '') {
      const values = JSON.parse(draft) as FormValues
      fillForm(element, values)
      rules.current.onRestore?.(values)
    }
    const save = () => {
      const values = Object.entries(readFormValues(element)).filter(([name]) => rules.current.names.includes(name))
      const isEmpty = values.every(([, value]) => value.trim() === '')
      saveDraft(draftName, isEmpty ? '' : JSON.stringify(Object.fromEntries(values)))
    }
    for (const event of ['input', 'change']) element.addEventListener(event, save)
    return () => {
      for (const event of ['input', 'change']) element.removeEventListener(event, save)
    }
  }, [draftName, form])
  const discard = useCallback(() => {
    saveDraft(draftName, '')
    setBack(false)
  }, [draftName])
  return { isBack, discard }
}
