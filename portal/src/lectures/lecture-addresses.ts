// Addresses of lectures.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'

export const lectureHref = ({ id }: { id: number }): string => withQuery(routes.lecture, { id })
/** Served by the API as a file. */
export const calendarHref = (id: number): string => `/prod-api/lecture/ics?id=${id}`
