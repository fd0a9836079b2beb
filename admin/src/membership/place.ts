// Filters of a list live in its address, so that going back finds them again.
import { usePlace } from '../frame/router.tsx'

export type Filters = Record<string, string | undefined>

export const addressOf = (path: string, filters: Filters): string => {
  const query = new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
  )
  return query.size ? `${path}?${query}` : path
}

export function usePaging(): { params: URLSearchParams; page: number } {
  const { params } = usePlace()
  const page = /^[1-9]\d{0,5}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
  return { params, page }
}

/** A value of the table, or nothing. */
export const chosen = <K extends string>(table: Record<K, unknown>, given: string | null): K | undefined =>
  given !== null && given in table ? (given as K) : undefined
