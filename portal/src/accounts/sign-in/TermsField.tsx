// Consent to the terms and the privacy policy. The box is never preselected.
import { routes } from '@xinqiao/contract/routes.ts'
import { FieldError, fieldId } from '@xinqiao/ui/Field.tsx'

/** Opens in a new tab, because leaving the form would lose the password. */
const TextPage = ({ href, title }: { href: string; title: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener"
    className="inline-block py-0.5 text-brand-deep underline underline-offset-4 hover:text-brand"
  >
    {title}
    <span className="sr-only">（在新窗口打开）</span>
  </a>
)

export function TermsField({ error }: { error: string | undefined }) {
  const id = fieldId('terms')
  return (
    <div>
      <div className="flex min-h-11 items-start gap-2.5 text-compact text-ink">
        <input
          id={id}
          type="checkbox"
          name="terms"
          value="1"
          aria-required
          aria-label="我已阅读并同意《用户服务协议》和《隐私政策》"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-1 size-5 shrink-0 accent-brand"
        />
        <p>
          <label htmlFor={id} className="cursor-pointer">
            我已阅读并同意
          </label>
          <TextPage href={routes.terms} title="《用户服务协议》" />和
          <TextPage href={routes.privacy} title="《隐私政策》" />
        </p>
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
