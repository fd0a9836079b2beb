// Hooks for loading data and for actions, used by every list and button of the console.
import { App } from 'antd'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Failure, type FieldErrors } from '@xinqiao/contract/errors.ts'

/** The message to show: the server's, or a general one for unexpected errors. */
export const errorMessageOf = (error: unknown): string =>
  error instanceof Failure ? error.message : '操作失败，请稍后再试'

export function fieldErrorsOf(error: unknown): FieldErrors {
  const data = error instanceof Failure ? (error.data as { fields?: FieldErrors } | null) : null
  return data?.fields ?? {}
}

/** The session has ended, which the sign-in page already reports. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof Failure && (error.reason === 'notSignedIn' || error.reason === 'sessionExpired')

export type LoadState<T> = { data: T | undefined; error: string | null; loading: boolean; reload: () => void }

/**
 * Loads again whenever `key` changes. A slow earlier reply never replaces a later one.
 * @param key identifies the reply; null loads nothing
 */
export function useLoaded<T>(key: string | null, load: () => Promise<T>): LoadState<T> {
  const [data, setData] = useState<T>()
  const [outcome, setOutcome] = useState<{ token: string; error: string | null } | null>(null)
  const [turn, setTurn] = useState(0)
  const token = key === null ? null : `${turn} ${key}`
  const start = useEffectEvent(load)

  useEffect(() => {
    let isCurrent = token !== null
    if (token !== null) {
      start()
        .then((value) => {
          if (!isCurrent) return null
          setData(value)
          return setOutcome({ token, error: null })
        })
        .catch((error: unknown) => isCurrent && setOutcome({ token, error: errorMessageOf(error) }))
    }
    return () => {
      isCurrent = false
    }
  }, [token])

  return {
    data,
    error: outcome && outcome.token === token ? outcome.error : null,
    loading: token !== null && outcome?.token !== token,
    reload: useCallback(() => setTurn((n) => n + 1), []),
  }
}

/** Text of a field that follows `value` when it changes from outside (the back button). */
export function useSyncedText(value: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value)
  const [followed, setFollowed] = useState(value)
  if (followed !== value) {
    setFollowed(value)
    setText(value)
  }
  return [text, setText]
}

/**
 * Wraps a button's action: runs do not overlap, and failures are shown.
 * @param onFailure returns true when it has shown the failure itself
 */
export function useAction<A extends unknown[]>(
  act: (...args: A) => Promise<unknown>,
  onFailure?: (error: unknown) => boolean,
): [run: (...args: A) => Promise<void>, busy: boolean] {
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = async (...args: A) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await act(...args)
    } catch (error) {
      if (!isSignedOut(error) && !onFailure?.(error)) message.error(errorMessageOf(error))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return [run, busy]
}
