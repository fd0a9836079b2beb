// Return address of the sign-in, registration and password reset pages.
import { toLocalPath, routes } from '@xinqiao/contract/routes.ts'

/** Pages of the sign-in itself are not valid targets. */
const entrancePaths: readonly string[] = [routes.login, routes.register, routes.forget]

/** @returns the target of `next` inside this site, or null */
export function readReturnAddress({ searchParams }: URL): string | null {
  const target = toLocalPath(searchParams.get('next'))
  if (target === null) return null
  return entrancePaths.some((path) => target.startsWith(path)) ? null : target
}
