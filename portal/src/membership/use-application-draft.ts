// Saves a draft of the application on the server: shortly after the last key, and when the dialog closes.
import { useEffect, useRef, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { MemberKind } from '@xinqiao/contract/membership.ts'
import { api } from '../session/api.ts'
import type { FormValues } from '../forms/use-form.ts'

const saveDelayMs = 1500
/** Fields that the draft omits, because consent is given on submission. */
const fieldsNotStored = new Set(['consent'])

/** @param prefill values that the applicant did not type; a draft with only these is not saved */
export function useApplicationDraft(kind: MemberKind, prefill: FormValues) {
  const [state, setState] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isStoppedRef = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const save = async (values: FormValues) => {
    clearTimeout(timer.current)
    const form = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== '' && !fieldsNotStored.has(name)),
    )
    const isUntouched = Object.entries(form).every(([name, value]) => name === 'levelId' || value === prefill[name])
    if (isStoppedRef.current || isUntouched) return
    try {
      await api('POST /memberApplication/saveDraft', { kind, form })
      setState('已暂存')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      setState('暂存失败')
    }
  }

  return {
    state,
    save,
    note: (values: FormValues) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(values), saveDelayMs)
    },
    /** Called on submission: stops saving. */
    stop: () => {
      isStoppedRef.current = true
      clearTimeout(timer.current)
    },
    goOn: () => {
      isStoppedRef.current = false
    },
  }
}
