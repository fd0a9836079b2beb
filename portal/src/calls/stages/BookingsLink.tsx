// Link from a consultation to the appointments: a counsellor writes the record there.
import type { ReactNode } from 'react'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink, type ButtonLook } from '@xinqiao/ui/Button.tsx'

type BookingsLinkProps = { isCounsellor: boolean; look?: ButtonLook; children?: ReactNode }

export const BookingsLink = ({ isCounsellor, look = 'primary', children }: BookingsLinkProps) => (
  <ButtonLink look={look} href={withQuery(routes.booking, { tab: isCounsellor ? 2 : null })}>
    {children ?? (isCounsellor ? '来访预约' : '我的预约')}
  </ButtonLink>
)
