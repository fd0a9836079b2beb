// Layout of login, registration and password reset: a picture beside the form, the form alone on narrow screens.
import type { ReactNode } from 'react'

type AuthFrameProps = { title: string; children: ReactNode; foot: ReactNode }

export const AuthFrame = ({ title, children, foot }: AuthFrameProps) => (
  <div className="frame grid max-w-[64rem] overflow-hidden py-6 sm:py-10 md:grid-cols-[5fr_6fr] md:py-14">
    <div className="on-dark relative hidden min-h-full overflow-hidden rounded-l-card bg-brand-deep p-10 text-white md:block">
      <p className="text-2xl leading-10 font-bold">
        好好说出来，
        <br />
        就是照顾自己的第一步
      </p>
      <p className="mt-3 text-on-brand">一个账号，使用协会的各项网上服务。</p>
      <img src="/art/bridge.svg" alt="" width="480" height="300" className="absolute inset-x-0 bottom-0 w-full" />
    </div>
    <div className="rounded-card bg-surface px-5 py-8 shadow-card sm:px-10 sm:py-10 md:rounded-l-none">
      <h1 className="mb-6 text-2xl font-bold text-ink">{title}</h1>
      {children}
      <p className="mt-7 text-center text-compact text-muted">{foot}</p>
    </div>
  </div>
)

type TextLinkProps = { href: string; children: ReactNode }
export const TextLink = ({ href, children }: TextLinkProps) => (
  <a href={href} className="inline-block py-1 text-brand-deep underline underline-offset-4 hover:text-brand">
    {children}
  </a>
)
