// The address that the sign-in, registration and password reset pages lead back to.
import { localTarget, routes } from '@xinqiao/contract/routes.ts'

/** These pages are steps of signing in, so they are no targets. */
const entrancePaths: readonly string[] = [routes.login, routes.register, routes.forget]

/** @returns the target of `next` inside this site, null without a usable one */
export function readNext({ searchParams }: URL): string | null {
  const target = localTarget(searchParams.get('next'))
  if (target === null) return null
  return entrancePaths.some((path) => target.startsWith(path)) ? null : target
}
